import * as core from "negotiator-module";

import { misuse } from "./misuse.js";
import type { Bytes, CompiledModule } from "./platform.js";
import { version } from "./version.js";

let isStarted = false;

export function hasStarted(): boolean {
  return isStarted;
}

/** Starts the module, if it is that of this package. */
export function start(source: CompiledModule | Bytes): void {
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source as BufferSource);
  // A module without imports would start, whatever it is.
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  if (!names.includes("negotiate")) throw new Error("it does not negotiate");
  core.initSync({ module });
  const found = core.version();
  if (found !== version) throw new Error(`it is of version ${found}, and the package of version ${version}`);
  isStarted = true;
}

/** Refuses to go on where nothing was started yet. */
export function requireStart(): void {
  if (isStarted) return;
  const problem =
    "of `a2a-negotiator/slim` is not started; call `initialize` or `initializeSync` with `a2a-negotiator/negotiator.wasm` first";
  const help = "see that it has started before the first call, or import from `a2a-negotiator`, which starts by itself";
  throw misuse("module", problem, help, { code: "notStarted" });
}
