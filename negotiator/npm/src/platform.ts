// What the runtime brings, by the types that the project has for it, and where it has none, as much as is needed of it:
// neither the types of browsers nor those of Node.js are asked for.

/** A `fetch`, such as the global one. */
export type Fetch = typeof globalThis extends { fetch: infer Known extends (...given: never) => unknown }
  ? Known
  : (input: string, init?: object) => Promise<FetchAnswer>;

/** What a `fetch` answers, a `Response`. */
export type FetchAnswer = typeof globalThis extends { Response: { prototype: infer Known } }
  ? Known
  : {
      readonly ok: boolean;
      readonly status: number;
      readonly type: string;
      readonly url: string;
      readonly headers: FetchHeaders;
      readonly body: FetchBody | null;
      json(): Promise<unknown>;
      text(): Promise<string>;
    };

/** The body of an answer, a `ReadableStream` of bytes. */
export interface FetchBody {
  cancel(reason?: unknown): Promise<void>;
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** The headers of a request or an answer, `Headers`. */
export type FetchHeaders = typeof globalThis extends { Headers: { prototype: infer Known } }
  ? Known
  : { get(name: string): string | null; forEach(call: (value: string, name: string) => void): void };

/** What tells that something is no longer wanted, an `AbortSignal`. */
export type StopSignal = typeof globalThis extends { AbortSignal: { prototype: infer Known } }
  ? Known
  : { readonly aborted: boolean; addEventListener(type: "abort", listener: () => void): void };

/** An address that is read, a `URL`. */
export type Address = typeof globalThis extends { URL: { prototype: infer Known } } ? Known : { readonly href: string };

/** Bytes, as an array or in a view of one. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** A module that the runtime has compiled, a `WebAssembly.Module`. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Known } } } ? Known : object;
