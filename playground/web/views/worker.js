// The worker of `core.js`: the npm package, as anybody uses it.

import { initialize } from "a2a-negotiator";

import negotiatorModule from "negotiator.wasm";
import { TASKS } from "./tasks/tasks.js";

/** Whether there is a core to ask. */
const started = initialize(new URL(negotiatorModule, import.meta.url)).then(
  () => true,
  () => postMessage({ isOver: true }),
);

addEventListener("message", async ({ data: { id, task, given } }) => {
  if (!(await started)) return;
  try {
    postMessage({ id, value: await TASKS[task](...given, (progress) => postMessage({ id, progress })) });
  } catch ({ message, help, document, position }) {
    postMessage({ id, error: { message, help, document, position } });
  }
});
