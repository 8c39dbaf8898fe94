// The package with the module inside, which starts as it is loaded.

import bytes from "negotiator-bytes";

import { start } from "../started.js";

start(bytes);

export * from "../index.js";
export { initialize, initializeSync } from "./initialized.js";
