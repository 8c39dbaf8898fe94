// What the build puts in place of these two names: the glue of wasm-bindgen and the module itself.

declare module "negotiator-module" {
  export function initSync(options: { module: Uint8Array }): unknown;
  /** Starts the module anew, with fresh memory. */
  export function __wbg_reset_state(): void;

  export function negotiate(card: string, profile: string, intent: string, options: string): unknown;
  export function readCard(card: string): unknown;
  export function checkNegotiable(card: string, profile: string): unknown;
  export function migrateCard(card: string): unknown;
  /** What is not known is the empty text. */
  export function recover(
    plan: string,
    failure: string,
    history: string,
    card: string,
    profile: string,
    intent: string,
  ): unknown;
  export function explain(outcome: string): string;
  export function locate(text: string, pointers: string): unknown;
  export function version(): string;
}

declare module "negotiator-bytes" {
  const bytes: Uint8Array;
  export default bytes;
}
