// The package where code may not compile WebAssembly: the runtime has compiled the module already.

import module from "negotiator-compiled";

import { start } from "../started.js";

start(module);

export * from "../index.js";
export { initialize, initializeSync } from "./initialized.js";
