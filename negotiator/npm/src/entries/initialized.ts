// `initialize` for the entries that start by themselves: code for `a2a-negotiator/slim` runs with these too.

import type * as slim from "../initialize.js";

export const initialize: typeof slim.initialize = async () => {};
export const initializeSync: typeof slim.initializeSync = () => {};
