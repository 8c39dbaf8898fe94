// What the worker can be asked for. Each task gets what it was given, and says by its last argument how far it is.

import { callers } from "./callers.js";
import { compare } from "./compare.js";
import { lock } from "./lock.js";
import { migrate } from "./migrate.js";
import { rankRegistry, registryCard } from "./registry.js";
import { request } from "./request.js";
import { signatures } from "./signatures.js";
import { trial } from "./trial.js";

export const TASKS = { callers, compare, lock, migrate, rankRegistry, registryCard, request, signatures, trial };
