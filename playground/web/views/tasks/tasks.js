// What the worker can be asked for. Each task gets what it was given, and says by its last argument how far it is.

import { compare } from "./compare.js";
import { request } from "./request.js";
import { trial } from "./trial.js";

export const TASKS = { compare, request, trial };
