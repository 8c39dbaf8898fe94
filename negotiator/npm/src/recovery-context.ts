import type { Action, ClientProfile, Intent, Lockfile } from "./types.js";

/** What is known when a call fails. */
export interface RecoveryContext {
  /** The actions that were returned before for the same call, in order. They bound what is still done. */
  history?: readonly Action[] | string;
  /** The agent card, as {@link negotiate} took it; after `refreshCard`, as fetched anew. */
  card?: string | object;
  /** The client profile. With card and profile, an action carries the next plan. */
  profile?: string | ClientProfile;
  /** What the call is for; without it, a standard call of the plan's skill. */
  intent?: string | Intent;
  /** The lockfile: no action goes beyond what was reviewed. */
  lock?: string | Lockfile;
}
