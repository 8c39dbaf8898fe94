// Reads answers of all generations and bindings in one naive way: what a test wants to know of them.

/** Of the value of an answer, or of one event of a stream: what it is and what it says. */
export function read(value) {
  const inner = value.task ?? value.message ?? value.msg ?? value.statusUpdate ?? value.artifactUpdate ?? value;
  const parts = [...(inner.artifacts ?? []), inner.artifact ?? {}].flatMap((artifact) => artifact.parts ?? []);
  parts.push(...(inner.parts ?? inner.content ?? []));
  const data = parts.map((part) => part.data?.data ?? part.data).find((found) => found !== undefined);
  const question = inner.status?.message;
  return {
    isMessage: inner.messageId !== undefined,
    isArtifact: inner.artifact !== undefined,
    taskId: inner.taskId ?? (inner.messageId === undefined ? inner.id : undefined),
    contextId: inner.contextId,
    state: wordOf(inner.status?.state),
    text: parts.map((part) => part.text ?? "").join(""),
    heard: data,
    question: question && (question.parts ?? question.content).map((part) => part.text).join(""),
  };
}

/** A task's state in the words of 0.3. */
function wordOf(state) {
  const word = state?.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
  return word === "cancelled" ? "canceled" : word;
}
