// Python's SDK as a job that runs elsewhere: it takes its turns with the others, and measures itself.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("python_sdk.py", import.meta.url));

/** Starts it with the texts of cards, and returns the job. */
export async function startPython(texts) {
  const python = process.env.PYTHON_1_0;
  if (!python) throw new Error("set PYTHON_1_0 to a Python that has `a2a-sdk`, or run this by `cargo xtask bench`");
  const child = spawn(python, [program], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } });
  const lines = createInterface(child.stdout);
  const ended = once(child, "exit").then(() => Promise.reject(new Error("Python ended before it was asked to")));
  ended.catch(() => {});
  const answer = async (question) => {
    child.stdin.write(`${question}\n`);
    const [line] = await Promise.race([once(lines, "line"), ended]);
    return Number(line);
  };
  child.stdin.write(`${JSON.stringify(texts)}\n`);
  return { times: answer, stop: () => child.stdin.end() };
}
