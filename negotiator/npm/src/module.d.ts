// What the build puts in place of these names: the glue of wasm-bindgen, the module's bytes, the file of
// the module for runtimes that compile it, the core's list of headers, how the playground makes links, and the version.

declare module "negotiator-module" {
  export function initSync(options: { module: WebAssembly.Module }): unknown;
  /** Starts the module anew, with fresh memory. */
  export function __wbg_reset_state(): void;

  /** What lies in the memory of the module, until it is freed. */
  interface Held {
    free(): void;
  }
  export class Card implements Held {
    constructor(text: string);
    free(): void;
  }
  export class Profile implements Held {
    constructor(text: string);
    free(): void;
  }

  export function negotiate(card: Card, profile: Profile, intent: string, options: string): unknown;
  /** The same for a card of which nothing is kept. */
  export function negotiateText(card: string, profile: Profile, intent: string, options: string): unknown;
  export function judge(card: string, profile: Profile, intent: string): unknown;
  export function readCard(card: string): unknown;
  export function checkNegotiable(card: string, profile: string): unknown;
  export function diffCards(old: string, current: string, profile: string, intent: string): unknown;
  export function lockCard(card: string, profile: string, options: string): unknown;
  export function migrateCard(card: string): unknown;
  /** What is not known is the empty text. */
  export function recover(
    plan: string,
    failure: string,
    history: string,
    card: string,
    profile: string,
    intent: string,
    lock: string,
  ): unknown;
  export function buildRequest(plan: string, message: string, options: string): unknown;
  export function formatRequest(request: string, style: string): string;
  export function explain(outcome: string): string;
  export function locate(text: string, pointers: string): unknown;
  export function version(): string;
}

declare module "negotiator-bytes" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module "negotiator-compiled" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "negotiator-own-headers" {
  const lines: string;
  export default lines;
}

declare module "playground-link" {
  /** A link to a playground that holds a text; rejects with a sentence where there can be none. */
  export function pack(text: string, address: string): Promise<string>;
}

declare const PACKAGE_VERSION: string;
