import type { Failure, HttpFailure } from "./types.js";

/** Headers as `fetch` has them, as a `Map`, or as a list of pairs. */
export type HeaderPairs =
  | { forEach: (use: (value: string, name: string) => void) => void }
  | readonly (readonly [string, string])[];

/** A failure whose response may have its headers in any form. */
export type GivenFailure = Omit<Failure, "http"> & {
  http?: (Omit<HttpFailure, "headers"> & { headers?: HttpFailure["headers"] | HeaderPairs }) | null;
};
