import { misuse } from "./misuse.js";
import type { Address, Bytes, CompiledModule, FetchAnswer } from "./platform.js";
import { hasStarted, start } from "./started.js";
import { inWords } from "./words.js";

/**
 * Starts what was imported from `a2a-negotiator/slim`, which has no WebAssembly module inside. The other
 * entries have started with theirs as they were loaded, and then this does nothing.
 *
 * @param source `a2a-negotiator/negotiator.wasm`: its address, the answer to a request for it, its bytes,
 * or the compiled module.
 * @throws {NegotiatorInputError} when it is another one, or cannot be fetched.
 */
export async function initialize(
  source: CompiledModule | Bytes | Address | string | FetchAnswer | Promise<FetchAnswer>,
): Promise<void> {
  if (hasStarted()) return;
  try {
    const isAddress = typeof source === "string" || source instanceof URL;
    const module = await compiled(await (isAddress ? fetch(source) : source));
    // Another call may have been faster.
    if (!hasStarted()) start(module);
  } catch (cause) {
    throw unusable(cause);
  }
}

/**
 * The same at once, for bytes or a module at hand.
 *
 * @param source The bytes of `a2a-negotiator/negotiator.wasm`, or the compiled module.
 * @throws {NegotiatorInputError} when it is another one.
 */
export function initializeSync(source: CompiledModule | Bytes): void {
  if (hasStarted()) return;
  try {
    start(source);
  } catch (cause) {
    throw unusable(cause);
  }
}

async function compiled(given: CompiledModule | Bytes | FetchAnswer): Promise<WebAssembly.Module> {
  if (given instanceof WebAssembly.Module) return given;
  if (!(given instanceof Response)) return WebAssembly.compile(given as BufferSource);
  if (!given.ok) throw new Error(`the server answers ${given.status}`);
  // Other types are refused, and not every runtime compiles while it receives.
  const canStream = given.headers.get("content-type") === "application/wasm" && "compileStreaming" in WebAssembly;
  return canStream ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
}

function unusable(cause: unknown): Error {
  const problem = `is not the WebAssembly module of this package: ${inWords(cause)}`;
  return misuse("module", problem, "give `a2a-negotiator/negotiator.wasm` of the same version", { cause });
}
