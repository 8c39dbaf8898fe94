// What the JavaScript servers share; `serving.py` says how they are told their agents and answer.

import { status, Server, ServerCredentials } from "@grpc/grpc-js";
import express from "express";

export const CARD_PATH = "/.well-known/agent-card.json";
export const API_KEY_HEADER = "X-Api-Key";

/** The header that a request must have, by name and value, or nothing. */
function requiredHeader({ credential, secret }) {
  return { none: undefined, bearer: ["authorization", `Bearer ${secret}`], apiKey: [API_KEY_HEADER.toLowerCase(), secret] }[credential];
}

/** Answers 401 to what has no credential; the card is public. */
function requireHeader(agent) {
  const required = requiredHeader(agent);
  return (request, response, next) => {
    if (!required || request.path === CARD_PATH || request.headers[required[0]] === required[1]) return next();
    response.status(401).set("WWW-Authenticate", agent.credential === "bearer" ? "Bearer" : "ApiKey").end();
  };
}

/** The same over gRPC, around each method of a service. */
function requireMetadata(agent, service) {
  const required = requiredHeader(agent);
  if (!required) return service;
  const guard = (handle) => (call, callback) => {
    if (call.metadata.get(required[0])[0] === required[1]) return handle(call, callback);
    const refusal = { code: status.UNAUTHENTICATED, details: `${required[0]} is missing or wrong` };
    if (callback) callback(refusal);
    else call.emit("error", refusal);
  };
  return Object.fromEntries(Object.entries(service).map(([name, handle]) => [name, guard(handle)]));
}

/** Starts the agents: `build(agent, address, grpcAddress, app)` adds an agent's routes and gives its gRPC services. */
export async function run(build) {
  // The SDK reports every error that it answers, which is what the tests want it to do.
  console.error = console.info = console.warn = () => {};
  const addresses = {};
  for (const [name, agent] of Object.entries(JSON.parse(process.argv[2]))) {
    const app = express().use(requireHeader(agent));
    const listener = await new Promise((resolve) => {
      const started = app.listen(0, "127.0.0.1", () => resolve(started));
    });
    const address = `http://127.0.0.1:${listener.address().port}`;
    const grpc = new Server();
    // The port must be known before the card that the services need.
    const services = [];
    const port = await new Promise((resolve, reject) =>
      grpc.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
    );
    services.push(...build(agent, address, `127.0.0.1:${port}`, app));
    for (const [definition, service] of services) grpc.addService(definition, requireMetadata(agent, service));
    addresses[name] = address;
  }
  console.log(JSON.stringify(addresses));
  process.stdin.resume().on("end", () => process.exit());
}
