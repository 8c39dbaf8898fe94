// The functions of the core, which is the WebAssembly module.

import * as core from "negotiator-module";

import type { InputDocument } from "./errors.js";
import { bounded } from "./failures.js";
import { optionsOf } from "./given.js";
import type { Kinds } from "./given.js";
import type { GivenFailure } from "./given-failure.js";
import { guarded } from "./guarded.js";
import type { Card, Profile } from "./handles.js";
import { heldCard, isHeld, lendProfile } from "./held.js";
import { parseJson } from "./json.js";
import { MAX_TEXT_BYTES } from "./limits.js";
import { withLockFor } from "./lock-for.js";
import { misuse } from "./misuse.js";
import type { MessageToSend } from "./protocol.js";
import type { RecoveryContext } from "./recovery-context.js";
import { remembered } from "./remembered.js";
import { toText } from "./text.js";
import type {
  Action,
  CallPlan,
  CardDiff,
  CardReading,
  ClientProfile,
  Intent,
  Location,
  LockOptions,
  Lockfile,
  Migration,
  Options,
  Outcome,
  Request,
  RequestOptions,
  UnreachablePath,
} from "./types.js";

/**
 * Decides whether and how a client calls an agent: the one call plan, or a refusal that says which step
 * refused, where in both documents, and what to do. A refusal is a value, not an exception.
 *
 * @param card An agent card of any generation: its JSON text, or the object, or a {@link Card}. With text,
 * positions in errors are those of the text.
 * @param profile What the client implements, holds and prefers, or a {@link Profile} of it. Never a secret.
 * @param intent What this call is for. Without a skill, the card's defaults hold.
 * @param options How to negotiate.
 * @throws {NegotiatorInputError} on misuse: text that is not JSON, or an argument of the wrong shape.
 */
export function negotiate(
  card: string | object | Card,
  profile: string | ClientProfile | Profile,
  intent: string | Intent = {},
  options: string | Options = {},
): Outcome {
  const intentText = toText(intent, "intent");
  const texts = [intentText, toText(options, "options", (given) => withLockFor(given, intentText))] as const;
  const run = () => {
    const text = isHeld(card) ? "" : toText(card, "card");
    return lendProfile(profile, (profile) => {
      // After the profile was read: whatever that does, it may free the card.
      const held = heldCard(card);
      return guarded({ card, intent, options }, () =>
        held ? core.negotiate(held, profile, ...texts) : core.negotiateText(text, profile, ...texts),
      );
    }) as Outcome;
  };
  return isHeld(card) && isHeld(profile) ? remembered(card, profile, texts, run) : run();
}

/**
 * Reads an agent card of any generation into one model, with findings on what is odd about it. What is
 * JSON but no card gives `card: null` and the finding `notACard`.
 *
 * @param card The card: its JSON text, or the object.
 * @throws {NegotiatorInputError} when the text is not JSON, or past the limits.
 */
export function readCard(card: string | object): CardReading {
  const text = toText(card, "card");
  return guarded({ card }, () => core.readCard(text)) as CardReading;
}

/**
 * Every path of a task that card and client cannot walk together, for the card's defaults and for each
 * skill, with the classes of task that go without it and those that are refused. Empty when all is well.
 *
 * @param card An agent card of any generation: its JSON text, or the object.
 * @param profile What the client implements, holds and prefers.
 * @throws {NegotiatorInputError} on misuse: text that is not JSON, or an argument of the wrong shape; with the code
 * `notACard` where the card is none.
 */
export function checkNegotiable(card: string | object, profile: string | ClientProfile | Profile): UnreachablePath[] {
  const texts = [toText(card, "card"), toText(profile, "profile")] as const;
  return guarded({ card, profile }, () => core.checkNegotiable(...texts)) as UnreachablePath[];
}

/**
 * A card of any generation as a clean card of 1.0, with findings on what could not be carried over. An
 * interface keeps the version that it speaks. What is no card gives `card: null` and the finding `notACard`.
 *
 * @param card The card: its JSON text, or the object.
 * @throws {NegotiatorInputError} when the text is not JSON, or past the limits.
 */
export function migrateCard(card: string | object): Migration {
  const text = toText(card, "card");
  return guarded({ card }, () => core.migrateCard(text)) as Migration;
}

/**
 * What changed from one card to another: over what both mean, whatever generation each is of, and whatever the
 * order of what has none. Each change has a class, a sentence, and its place in both cards.
 *
 * @param old The old card: its JSON text, or the object.
 * @param current The new card.
 * @param profile A client. With one, the changes are judged by what they do to its plans.
 * @param intent What the client calls for. Without a skill, the plans for the card's defaults and for every skill
 * are compared.
 * @throws {NegotiatorInputError} on misuse: text that is not JSON, or an argument of the wrong shape; with the code
 * `notACard` where neither is one.
 */
export function diffCards(
  old: string | object,
  current: string | object,
  profile?: string | ClientProfile | Profile,
  intent: string | Intent = {},
): CardDiff {
  const texts = [
    toText(old, "old"),
    toText(current, "new"),
    profile === undefined ? "" : toText(profile, "profile"),
    toText(intent, "intent"),
  ] as const;
  return guarded({ old, new: current, profile, intent }, () => core.diffCards(...texts)) as CardDiff;
}

/**
 * What a client has reviewed of a card, to be kept in version control: the interfaces, and the plan for each skill.
 * Given to {@link negotiate} as `lock`, it refuses a plan that goes beyond it, as `lockViolation`.
 *
 * @param card An agent card of any generation: its JSON text, or the object.
 * @param profile What the client implements, holds and prefers.
 * @param options Which skills, and for which class of task.
 * @throws {NegotiatorInputError} on misuse: text that is not JSON, or an argument of the wrong shape.
 */
export function lockCard(
  card: string | object,
  profile: string | ClientProfile | Profile,
  options: string | LockOptions = {},
): Lockfile {
  const texts = [toText(card, "card"), toText(profile, "profile"), toText(options, "options")] as const;
  return guarded({ card, profile, options }, () => core.lockCard(...texts)) as Lockfile;
}

/** Each is looked at by itself when it is written as JSON. */
const CONTEXT: Kinds<RecoveryContext> = { history: "anything", card: "anything", profile: "anything", intent: "anything", lock: "anything" };

/**
 * What to do when a call fails: one action, whatever form the server gave the failure. Bounded by the history: a
 * call gets another plan at most once, what leaves the plan as it is is done at most once each, and then the
 * client gives up. Whatever failed is sent again only where the action says `repeat`.
 *
 * After `refreshCard`, call it again with the same failure, the new card, and that action in the history.
 *
 * @param plan The plan that was applied.
 * @param failure What went wrong, as it came. What the server sent is never a reason to throw: what is too much
 * of it is left out. The headers may be an object, a `Headers`, a `Map` or a list of pairs.
 * @param context What is known besides.
 * @throws {NegotiatorInputError} on misuse: text that is not JSON, or an argument of the wrong shape.
 */
export function recover(
  plan: string | CallPlan,
  failure: string | GivenFailure,
  context: RecoveryContext = {},
): Action {
  const { history = [], card, profile, intent, lock } = optionsOf(context, "context", CONTEXT);
  const known = (value: unknown, document: InputDocument) => (value === undefined ? "" : toText(value, document));
  const texts = [
    toText(plan, "plan"),
    failureText(failure),
    toText(history, "history"),
    known(card, "card"),
    known(profile, "profile"),
    known(intent, "intent"),
    known(lock, "lock"),
  ] as const;
  const given = { plan, failure, history, card, profile, intent, lock };
  return guarded(given, () => core.recover(...texts)) as Action;
}

/**
 * An outcome as text that a person reads: the decision, every step with its candidates, the plan or the
 * refusal.
 *
 * @param outcome What {@link negotiate} returned, as it was or as its JSON text.
 * @throws {NegotiatorInputError} when it is not an outcome.
 */
export function explain(outcome: string | Outcome): string {
  const text = toText(outcome, "outcome");
  return guarded({ outcome }, () => core.explain(text)) as string;
}

/**
 * The exact request that a plan means: for sending a message, or for another operation of the protocol. The
 * secrets are missing: named placeholders stand in their places, and `credentials` and `pushSecrets` say
 * which and where.
 *
 * @param plan The plan of an {@link Outcome}, as it was or as its JSON text.
 * @param message What is sent, in the shape of 1.0 whatever the plan's version; `null` where the operation
 * sends no message. Its `messageId` must be there, and its `role` is `ROLE_USER` when left out. Given as
 * text, its numbers are read as JavaScript reads them.
 * @param options The operation, if it is not the plan's own way to send, and what it takes.
 * @throws {NegotiatorInputError} on misuse, and with the code `unsupported` where the plan's binding and
 * version have no such operation.
 */
export function buildRequest(
  plan: string | CallPlan,
  message: string | MessageToSend | null,
  options: string | RequestOptions = {},
): Request {
  const texts = [toText(plan, "plan"), toText(message, "message"), toText(options, "options")] as const;
  return guarded({ plan, message, options }, () => core.buildRequest(...texts)) as Request;
}

/** How {@link formatRequest} shows a request. */
export type RequestStyle = "curl" | "fetch" | "http";

/**
 * A request as a person sends it by hand: a command of `curl` (over gRPC of `grpcurl`), code that calls
 * `fetch`, or the text of HTTP. Everything is quoted; secrets are variables whose names start with `A2A_`,
 * and placeholders in the text of HTTP.
 *
 * @param request What {@link buildRequest} returned, as it was or as its JSON text.
 * @param style Which of them.
 * @throws {NegotiatorInputError} on misuse, and with the code `unsupported` for what has no such form.
 */
export function formatRequest(request: string | Request, style: RequestStyle): string {
  const text = toText(request, "request");
  if (typeof style !== "string") throw misuse("style", "is no text", 'pass `"curl"`, `"fetch"` or `"http"`');
  return guarded({ request, style }, () => core.formatRequest(text, style)) as string;
}

/**
 * Where the value that a JSON Pointer points to stands in a JSON text: lines and columns from 1, columns
 * and offsets in UTF-16 code units. `null` where the text is not JSON or has no such value.
 *
 * @param text The JSON text of a card or a profile.
 * @param pointer A JSON Pointer (RFC 6901), such as those of findings and rejections.
 */
export function locate(text: string, pointer: string): Location | null;
/**
 * The same for a list of pointers: a list with the place of each, from one walk through the text.
 */
export function locate(text: string, pointers: readonly string[]): (Location | null)[];
export function locate(text: string, pointer: string | readonly string[]): Location | null | (Location | null)[] {
  for (const [document, value] of Object.entries({ text, pointer })) {
    if (typeof value === "string" || (document === "pointer" && Array.isArray(value))) continue;
    const help = "pass the text that the pointer points into, and the pointer or a list of pointers, as strings";
    throw misuse(document as InputDocument, "is not a string", help);
  }
  const pointers = toText(typeof pointer === "string" ? [pointer] : pointer, "pointer");
  const places = guarded({ text, pointer }, () => core.locate(text, pointers)) as (Location | null)[];
  return typeof pointer === "string" ? (places[0] ?? null) : places;
}

/** A failure as text. Of one that is too long, as much as is looked at. */
function failureText(failure: string | GivenFailure): string {
  const isLong = typeof failure === "string" && failure.length > MAX_TEXT_BYTES;
  return toText(isLong ? parsed(failure) : failure, "failure", bounded);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
