import { hasStarted, start } from "./started.js";

/**
 * Starts what was imported from `a2a-negotiator/slim`, which has no WebAssembly module inside. The other
 * entries have started with theirs as they were loaded, and then this does nothing.
 *
 * @param source `a2a-negotiator/negotiator.wasm`: its address, the answer to a request for it, its bytes,
 * or the compiled module.
 */
export async function initialize(
  source: WebAssembly.Module | BufferSource | URL | string | Response | Promise<Response>,
): Promise<void> {
  if (hasStarted()) return;
  const given = await (typeof source === "string" || source instanceof URL ? fetch(source) : source);
  try {
    const module = await compiled(given);
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
 */
export function initializeSync(source: WebAssembly.Module | BufferSource): void {
  if (hasStarted()) return;
  try {
    start(source);
  } catch (cause) {
    throw unusable(cause);
  }
}

async function compiled(given: WebAssembly.Module | BufferSource | Response): Promise<WebAssembly.Module> {
  if (given instanceof WebAssembly.Module) return given;
  if (!(given instanceof Response)) return WebAssembly.compile(given);
  if (!given.ok) throw new Error(`the server answers ${given.status}`);
  // Other types are refused, and not every runtime compiles while it receives.
  const canStream = given.headers.get("content-type") === "application/wasm" && "compileStreaming" in WebAssembly;
  return canStream ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
}

function unusable(cause: unknown): Error {
  return new Error(
    "what was given is not the WebAssembly module of this package; give `a2a-negotiator/negotiator.wasm`",
    { cause },
  );
}
