// A message with what stands in backticks set as code.

export function prose(message, className) {
  const whole = document.createElement("div");
  whole.className = className;
  message.split("`").forEach((part, index) => {
    const code = document.createElement("code");
    code.textContent = part;
    whole.append(index % 2 === 1 ? code : part);
  });
  return whole;
}
