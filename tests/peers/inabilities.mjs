// What the peers are known not to do, each by what the peer itself says. A cell of the matrix that fails must
// fail so, and one that works must not be here.

const PYTHON_1_0 = "a2a-sdk 1.3.0";
const PYTHON_0_3 = "a2a-sdk 0.3.26";
const JAVASCRIPT_1_0 = "@a2a-js/sdk 1.3.0";
const JAVASCRIPT_0_3 = "@a2a-js/sdk 0.3.14";

/** `on` is as much of the combination as matters; `says` is the error. */
const INABILITIES = [
  // `call` is made of `fetch`, as all that runs in browsers is.
  { on: { binding: "GRPC" }, columns: ["call, stream", "call, poll", "call, push"], says: /over `GRPC`, which `fetch` cannot$/ },

  // 0.3 lists tasks over HTTP+JSON alone, and there the SDKs do not.
  { on: { version: "0.3", binding: "JSONRPC" }, columns: ["list"], says: /^0.3 over JSONRPC has no operation `listTasks`$/ },
  { on: { version: "0.3", binding: "GRPC" }, columns: ["list"], says: /^0.3 over GRPC has no operation `listTasks`$/ },
  // It takes the `v1` of a path that it does not have for a tenant of 1.0.
  {
    on: { peer: PYTHON_1_0, version: "0.3", binding: "HTTP+JSON" },
    columns: ["list", "config: delete"],
    says: /^400 .*VERSION_NOT_SUPPORTED/,
  },
  { on: { peer: PYTHON_0_3, binding: "HTTP+JSON" }, columns: ["list"], says: /^500 .*unknown exception/ },
  // So does this one, and that tenant has no tasks.
  { on: { peer: JAVASCRIPT_1_0, version: "0.3", binding: "HTTP+JSON" }, columns: ["list"], says: /^the task is not in the list$/ },
  { on: { peer: JAVASCRIPT_0_3, binding: "HTTP+JSON" }, columns: ["list"], says: /^404 / },

  // In the types of 0.3's proto file it takes the bytes for the text of their base64 form.
  { on: { peer: PYTHON_0_3, binding: "HTTP+JSON" }, columns: ["bytes"], says: /^the agent has heard `raw`: `hello!`/ },
  { on: { peer: PYTHON_0_3, binding: "GRPC" }, columns: ["bytes"], says: /^the agent has heard `raw`: `hello!`/ },
  { on: { peer: PYTHON_1_0, version: "0.3", binding: "HTTP+JSON" }, columns: ["bytes"], says: /^500 .*unknown exception/ },
  { on: { peer: PYTHON_1_0, version: "0.3", binding: "GRPC" }, columns: ["bytes"], says: /Invalid base64-encoded string/ },

  { on: { peer: PYTHON_0_3, binding: "HTTP+JSON" }, columns: ["config: list"], says: /^500 .*unknown exception/ },
  { on: { peer: PYTHON_0_3, binding: "HTTP+JSON" }, columns: ["config: delete"], says: /^405 .*Method Not Allowed/ },
  { on: { peer: PYTHON_0_3, binding: "GRPC" }, columns: ["config: list", "config: delete"], says: /^12 .*Method not implemented/ },
  // It wants the configuration itself as the body, as the proto file has it; the specification's text, and
  // all other SDKs, have it under `config`.
  {
    on: { peer: JAVASCRIPT_1_0, version: "0.3", binding: "HTTP+JSON" },
    columns: ["config: create, get", "config: list", "config: delete"],
    says: /^400 .*missing pushNotificationConfig/,
  },

  // 0.3 has no tenants.
  { on: { version: "0.3" }, columns: ["tenant", "tenant in path"], says: /^0.3 has no field for a tenant; it was left out$/ },
  // It looks for the tenant in the path alone, and ignores that in the body, which the proto file has as well.
  { on: { peer: PYTHON_1_0, version: "1.0", binding: "HTTP+JSON" }, columns: ["tenant"], says: /^the agent has heard the tenant ``$/ },

  // These give the public card: over gRPC to everybody, and to those who show no credential.
  { on: { peer: PYTHON_0_3, binding: "GRPC" }, columns: ["extended card"], says: /the card has no skill `archive`/ },
  { on: { peer: JAVASCRIPT_1_0, credential: "none" }, columns: ["extended card"], says: /the card has no skill `archive`/ },
  { on: { peer: JAVASCRIPT_0_3, credential: "none" }, columns: ["extended card"], says: /the card has no skill `archive`/ },
];

/** What is said where a combination does not do what a column of the matrix does. */
export function inability(combination, column) {
  return INABILITIES.find(
    ({ on, columns }) => columns.includes(column) && Object.entries(on).every(([key, value]) => combination[key] === value),
  )?.says;
}
