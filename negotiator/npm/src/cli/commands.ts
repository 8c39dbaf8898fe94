import type { Command } from "./command.js";
import { check } from "./commands/check.js";
import { diff } from "./commands/diff.js";
import { explain } from "./commands/explain.js";
import { lock } from "./commands/lock.js";
import { migrate } from "./commands/migrate.js";
import { negotiate } from "./commands/negotiate.js";
import { rank } from "./commands/rank.js";
import { request } from "./commands/request.js";
import { sign } from "./commands/sign.js";
import { verify } from "./commands/verify.js";

/** The commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [check, negotiate, explain, request, rank, diff, lock, migrate, verify, sign];
