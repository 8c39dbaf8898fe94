import type { Location } from "a2a-negotiator";

import type { Notice } from "./report.js";
import { locateNearest } from "./source.js";
import type { Source } from "./source.js";

/** A notice whose places are not looked up yet, which is cheaper for all of them at once. */
export interface Unplaced extends Omit<Notice, "source" | "location" | "pointer" | "related"> {
  readonly places: readonly (readonly [source: Source, pointer: string])[];
}

/** The notices with their places, in the order of these, document by document. */
export function placed(notices: readonly Unplaced[]): Notice[] {
  const pointers = new Map<Source, Set<string>>();
  for (const [source, pointer] of notices.flatMap(({ places }) => places)) {
    pointers.set(source, (pointers.get(source) ?? new Set()).add(pointer));
  }
  const locations = new Map<Source, Map<string, Location>>();
  for (const [source, wanted] of pointers) {
    const found = locateNearest(source, [...wanted]);
    locations.set(
      source,
      new Map([...wanted].flatMap((pointer, index) => (found[index] ? [[pointer, found[index]] as const] : []))),
    );
  }
  const order = [...pointers.keys()];
  return notices
    .map(({ places, ...notice }): Notice => {
      const [first, ...related] = places.map(([source, pointer]) => {
        const location = locations.get(source)?.get(pointer);
        if (!location) throw new Error(`no place was looked up for ${pointer}`);
        return { source, pointer, location };
      });
      if (!first) throw new Error(`${notice.code} has no place`);
      return { ...notice, ...first, related };
    })
    .sort(
      (one, other) =>
        order.indexOf(one.source) - order.indexOf(other.source) || one.location.key.offset - other.location.key.offset,
    );
}
