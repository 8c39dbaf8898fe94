// Documents that are read once for many calls.

import * as core from "negotiator-module";

import { hold, release } from "./held.js";
import { toText } from "./text.js";
import type { ClientProfile } from "./types.js";

/** What is read once and lies in the memory of the module. */
abstract class Handle {
  /**
   * Gives its memory back at once; else that happens some time after the last use. It can be used again all
   * the same, and is then read anew.
   */
  free(): void {
    release(this);
  }

  /** The same as `free`, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

/** An agent card of any generation that is read once, for many calls. Every function takes it as a card. */
export class Card extends Handle {
  /** The card's JSON text. */
  readonly text: string;

  /**
   * @param card The card: its JSON text, or the object.
   * @throws {NegotiatorInputError} when the text is not JSON, or past the limits.
   */
  constructor(card: string | object) {
    super();
    this.text = toText(card, "card");
    hold(this, { card }, () => new core.Card(this.text));
  }
}

/** A client profile that is read once, for many calls. Every function takes it as a profile. */
export class Profile extends Handle {
  /** The profile's JSON text. */
  readonly text: string;

  /**
   * @param profile The profile: its JSON text, or the object.
   * @throws {NegotiatorInputError} when the text is not JSON, or a field has the wrong shape.
   */
  constructor(profile: string | ClientProfile) {
    super();
    this.text = toText(profile, "profile");
    hold(this, { profile }, () => new core.Profile(this.text));
  }
}
