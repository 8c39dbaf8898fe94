// Where the fields of a card of 0.3 stand in the migrated one, as the reader and the migration have it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { movesBy } from "../../playground/web/views/tasks/moves.js";
import { migrateCard, readCard } from "../../target/npm/index.js";

const CARD = {
  protocolVersion: "0.3.0",
  name: "Agent",
  url: "https://a.example.com/grpc",
  preferredTransport: "GRPC",
  additionalInterfaces: [{ url: "https://a.example.com/rpc", transport: "JSONRPC", region: "eu" }],
  capabilities: { stateTransitionHistory: true, push_notifications: true, streaming: true },
  supportsAuthenticatedExtendedCard: true,
  securitySchemes: {
    "a/b": { type: "http", scheme: "bearer" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    oauth: { type: "oauth2", flows: { client_credentials: { tokenUrl: "https://a.example.com", scopes: { read_all: "" } } } },
  },
  security: [{ "a/b": [] }, { oauth: ["read_all"] }],
  default_input_modes: ["text/plain"],
  skills: [{ id: "s", name: "s", security: [{ key: [] }] }],
  signatures: [{ protected: "e30", signature: "AA" }],
};

const MOVES = {
  "/url": "/supportedInterfaces/0/url",
  "/preferredTransport": "/supportedInterfaces/0/protocolBinding",
  "/protocolVersion": "/supportedInterfaces/0/protocolVersion",
  "/additionalInterfaces/0/transport": "/supportedInterfaces/1/protocolBinding",
  "/additionalInterfaces/0/region": "/supportedInterfaces/1/region",
  // Of two flags that are both true, each goes its own way.
  "/capabilities/stateTransitionHistory": undefined,
  "/supportsAuthenticatedExtendedCard": "/capabilities/extendedAgentCard",
  "/capabilities/push_notifications": "/capabilities/pushNotifications",
  "/capabilities/streaming": "/capabilities/streaming",
  "/securitySchemes/a~1b/type": "/securitySchemes/a~1b/httpAuthSecurityScheme",
  "/securitySchemes/a~1b/scheme": "/securitySchemes/a~1b/httpAuthSecurityScheme/scheme",
  "/securitySchemes/key/in": "/securitySchemes/key/apiKeySecurityScheme/location",
  "/securitySchemes/oauth/flows/client_credentials/scopes/read_all": "/securitySchemes/oauth/oauth2SecurityScheme/flows/clientCredentials/scopes/read_all",
  "/security/1/oauth/0": "/securityRequirements/1/schemes/oauth/list/0",
  "/skills/0/security/0/key": "/skills/0/securityRequirements/0/schemes/key/list",
  "/default_input_modes/0": "/defaultInputModes/0",
  "/signatures/0/signature": undefined,
};

test("each field of 0.3 is followed to where the migration has written it", () => {
  const text = JSON.stringify(CARD);
  const whereTo = movesBy(readCard(text).card, migrateCard(text).card);
  assert.deepEqual(Object.fromEntries(Object.keys(MOVES).map((from) => [from, whereTo(from)])), MOVES);
});
