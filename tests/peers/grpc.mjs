// Calls gRPC with the method, the metadata and the body of a built request. The messages' types are those of
// the installed Python SDKs, as they describe themselves.

import { Client, Metadata, credentials } from "@grpc/grpc-js";
import { createFileRegistry, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const DESCRIBE = fileURLToPath(new URL("servers/descriptors.py", import.meta.url));
const SOURCES = {
  "1.0": [process.env.PYTHON_1_0, "a2a.types.a2a_pb2"],
  0.3: [process.env.PYTHON_0_3, "a2a.grpc.a2a_pb2"],
};
const registries = {};

function registryOf(version) {
  const [python, module] = SOURCES[version];
  registries[version] ??= createFileRegistry(fromBinary(FileDescriptorSetSchema, execFileSync(python, [DESCRIBE, module])));
  return registries[version];
}

/** The values of the answer, in the JSON form of their type. */
export function callGrpc({ method, url, headers, body }, version, signal) {
  const registry = registryOf(version);
  const [, service, name] = method.split("/");
  const described = registry.getService(service).methods.find((found) => found.name === name);
  // Fields that the type does not have are errors here.
  const argument = fromJson(described.input, body ?? {}, { registry });
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(headers)) metadata.set(key, value);
  const client = new Client(url, credentials.createInsecure());
  const write = (message) => Buffer.from(toBinary(described.input, message));
  const read = (bytes) => toJson(described.output, fromBinary(described.output, bytes), { registry });
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(Object.assign(error, { errorInfo: errorInfoOf(error) }));
    if (described.methodKind === "unary") {
      client.makeUnaryRequest(method, write, read, argument, metadata, (error, value) => (error ? fail(error) : resolve([value])));
      return;
    }
    const values = [];
    const stream = client.makeServerStreamRequest(method, write, read, argument, metadata);
    signal?.addEventListener("abort", () => stream.cancel());
    stream.on("data", (value) => values.push(value));
    stream.on("error", fail);
    stream.on("end", () => resolve(values));
  }).finally(() => client.close());
}

/** The details of a rich error, of which the tests need those that say the reason. */
function errorInfoOf({ metadata }) {
  const [bytes] = metadata?.get("grpc-status-details-bin") ?? [];
  if (!bytes) return undefined;
  const registry = registryOf("1.0");
  const { details = [] } = toJson(registry.getMessage("google.rpc.Status"), fromBinary(registry.getMessage("google.rpc.Status"), bytes), {
    registry,
  });
  return details;
}
