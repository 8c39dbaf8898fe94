// Generates what is negotiated: clean 1.0 cards with profiles and intents over small vocabularies, so that
// matches, near misses and refusals are all frequent.

const BINDINGS = ["JSONRPC", "HTTP+JSON", "GRPC", "https://example.com/bindings/queue/v1"];
const NEAR_BINDINGS = ["jsonrpc", "HTTP_JSON", "REST"];
const VERSIONS = ["1.0", "0.3", "1.1"];
const ORDERS = ["versionFirst", "bindingFirst", "cardOrder"];
const MODES = ["text/plain", "application/json", "application/pdf", "audio/pcm", "text/plain; charset=utf-8", "Text/Plain"];
/** What a client may write for several of them. */
const RANGES = ["text/*", "audio/*", "*/*"];
const WAYS = ["stream", "push", "poll"];
const URIS = ["https://example.com/ext/citations/v1", "https://example.com/ext/citations/v2", "https://example.com/ext/trace/v1", "urn:example:billing"];
const URLS = ["https://a.example.com/a2a", "https://a.example.com/b?key=public", "https://b.example.com/a2a", "http://localhost:8080/a2a", "http://10.0.0.7:8080/a2a"];
const CALLBACKS = ["https://client.example.net/hook", "https://client.example.net/hook", "https://client.example.net/hook", "http://client.example.net/hook", "https://10.0.0.5/hook", "https://localhost:9000/hook"];
const SKILLS = ["search", "summarise", "Search"];
const SCOPES = ["read", "write", "admin"];
const CLASSES = ["standard", "liveInput", "liveInput", "asyncCompletion", "fireAndForget"];
const INVARIANTS = ["liveInputWithoutStreaming", "pushNeedsMutualTls", "outputOnlyOnResubscribe"];
const SCHEMES = {
  bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } },
  basic: { httpAuthSecurityScheme: { scheme: "Basic" } },
  key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  keyElsewhere: { apiKeySecurityScheme: { location: "query", name: "key" } },
  sameKey: { apiKeySecurityScheme: { location: "header", name: "x-key" } },
  keyOfTheConnection: { apiKeySecurityScheme: { location: "header", name: "Host" } },
  keyOfTheBinding: { apiKeySecurityScheme: { location: "query", name: "pageSize" } },
  keyOfThePage: { apiKeySecurityScheme: { location: "header", name: "Sec-Key" } },
  allCookies: { apiKeySecurityScheme: { location: "header", name: "Cookie" } },
  session: { apiKeySecurityScheme: { location: "cookie", name: "sid" } },
  oauth: {
    oauth2SecurityScheme: {
      flows: { clientCredentials: { tokenUrl: "https://id.example.com/token", scopes: { read: "", write: "", admin: "" } } },
    },
  },
  openId: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example.com/.well-known/openid-configuration" } },
  certificate: { mtlsSecurityScheme: {} },
  keyWithoutName: { apiKeySecurityScheme: { location: "header" } },
  keyWithoutPlace: { apiKeySecurityScheme: { name: "X-Key" } },
  wordless: { httpAuthSecurityScheme: {} },
};
const KINDS = [{ type: "http" }, { type: "http", scheme: "bearer" }, { type: "apiKey" }, { type: "oauth2" }, { type: "openIdConnect" }, { type: "mutualTLS" }];

/** An endless supply; the same seed gives the same ones. */
export function* pairs(seed) {
  const draw = new Draw(seed);
  for (;;) yield { card: card(draw), profile: profile(draw), intent: intent(draw), options: options(draw) };
}

function card(draw) {
  return {
    name: "Agent",
    description: "Generated",
    version: "1.0.0",
    supportedInterfaces: draw.times(1, 4, () => ({
      url: draw.chance(0.85) ? draw.one(URLS.slice(0, 3)) : draw.one(URLS),
      protocolBinding: draw.chance(0.9) ? draw.one(BINDINGS) : draw.one(NEAR_BINDINGS),
      protocolVersion: draw.one(VERSIONS),
      ...draw.maybe(0.2, () => ({ tenant: draw.one(["acme", "acme/eu"]) })),
    })),
    capabilities: {
      ...draw.maybe(0.8, () => ({ streaming: draw.chance(0.4) })),
      ...draw.maybe(0.8, () => ({ pushNotifications: pushNotifications(draw) })),
      ...draw.maybe(0.3, () => ({ extendedAgentCard: draw.chance(0.7) })),
      ...draw.maybe(0.5, () => ({ extensions: draw.some(URIS, 0.4).map((uri) => extension(draw, uri)) })),
    },
    ...draw.maybe(0.9, () => ({ securitySchemes: schemes(draw) })),
    ...draw.maybe(0.5, () => ({ securityRequirements: requirements(draw) })),
    ...draw.maybe(0.95, () => ({ defaultInputModes: draw.some(MODES, 0.8) })),
    ...draw.maybe(0.95, () => ({ defaultOutputModes: draw.some(MODES, 0.5) })),
    skills: draw.someAtLeastOne(SKILLS, 0.9).map((id) => ({
      id,
      name: id,
      description: "Generated",
      tags: ["generated"],
      ...draw.maybe(0.3, () => ({ inputModes: draw.some(MODES, 0.7) })),
      ...draw.maybe(0.3, () => ({ outputModes: draw.some(MODES, 0.5) })),
      ...draw.maybe(0.3, () => ({ securityRequirements: requirements(draw) })),
    })),
    ...draw.maybe(0.2, () => ({ resubscribeOnlyOutputModes: draw.some(MODES, 0.5) })),
  };
}

function pushNotifications(draw) {
  if (draw.chance(0.4)) return draw.chance(0.6);
  const named = draw.maybe(0.7, () => ({ securityScheme: draw.one(["certificate", "certificate", "bearer", "undefined"]) }));
  return { supported: draw.chance(0.9), ...named };
}

function extension(draw, uri) {
  return { uri, ...draw.maybe(0.6, () => ({ required: draw.chance(0.9) ? draw.chance(0.4) : "true" })) };
}

function schemes(draw) {
  return Object.fromEntries(Object.entries(SCHEMES).filter(() => draw.chance(0.85)));
}

function requirements(draw) {
  return draw.times(0, 3, () => {
    const names = draw.chance(0.1) ? [] : draw.someAtLeastOne([...Object.keys(SCHEMES), "undefined"], 0.07);
    const list = () => (draw.chance(0.3) ? draw.someAtLeastOne(SCOPES, 0.3) : []);
    return { schemes: Object.fromEntries(draw.shuffled(names).map((name) => [name, { list: list() }])) };
  });
}

function profile(draw) {
  return {
    ...draw.maybe(0.8, () => ({ bindings: draw.shuffled(draw.some(BINDINGS, 0.85)) })),
    ...draw.maybe(0.6, () => ({ versions: draw.shuffled(draw.someAtLeastOne(VERSIONS, 0.85)) })),
    ...draw.maybe(0.8, () => ({ interfaceOrder: draw.one(ORDERS) })),
    ...draw.maybe(0.1, () => ({
      interfaces: draw.times(0, 5, () => ({ binding: draw.one(BINDINGS), version: draw.one(VERSIONS) })),
    })),
    ...draw.maybe(0.9, () => ({ credentials: draw.times(0, 6, () => held(draw)) })),
    accepts: draw.shuffled(modesOfClient(draw, 0.5)),
    ...draw.maybe(0.9, () => ({ sends: modesOfClient(draw, 0.2) })),
    ...draw.maybe(0.2, () => ({ normalizeMediaTypes: draw.chance(0.8) })),
    ...draw.maybe(0.8, () => ({ delivery: draw.shuffled(draw.some(WAYS, 0.65)) })),
    ...draw.maybe(0.7, () => ({
      push: { url: draw.one(CALLBACKS), ...draw.maybe(0.3, () => ({ mtls: draw.chance(0.7) })) },
    })),
    ...draw.maybe(0.15, () => ({ allowPrivate: draw.chance(0.8) })),
    ...draw.maybe(0.1, () => ({ sameOrigin: draw.chance(0.8), cardUrl: "https://a.example.com/.well-known/agent-card.json" })),
    ...draw.maybe(0.1, () => ({ environment: "browser" })),
    ...draw.maybe(0.9, () => ({ extensions: draw.some(URIS, 0.6) })),
    ...draw.maybe(0.5, () => ({ liveOnlyInputModes: modesOfClient(draw, 0.7) })),
    ...draw.maybe(0.2, () => ({ bufferableInputModes: modesOfClient(draw, 0.4) })),
    ...draw.maybe(0.3, () => ({
      vendorResolutions: Object.fromEntries(draw.some(URIS, 0.5).map((uri) => [uri, draw.some(INVARIANTS, 0.5)])),
    })),
    ...draw.maybe(0.2, () => ({ canRenegotiate: draw.chance(0.8) })),
  };
}

/** Modes, and now and then a range of them. */
function modesOfClient(draw, probability) {
  return [...draw.some(MODES, probability), ...(draw.chance(0.1) ? [draw.one(RANGES)] : [])];
}

function held(draw) {
  const scopes = draw.maybe(0.3, () => ({ scopes: draw.some(SCOPES, 0.7) }));
  const names = [...Object.keys(SCHEMES), "undefined", "Bearer"];
  if (draw.chance(0.4)) return draw.one(names);
  if (draw.chance(0.3)) return { name: draw.one(names), ...scopes };
  return { ...draw.one(KINDS), ...scopes };
}

function intent(draw) {
  return {
    ...draw.maybe(0.7, () => ({ skill: draw.one(SKILLS) })),
    ...draw.maybe(0.7, () => ({ taskClass: draw.one(CLASSES) })),
    ...draw.maybe(0.1, () => ({ sends: draw.some(MODES, 0.2) })),
    ...draw.maybe(0.1, () => ({ accepts: draw.shuffled(draw.some(MODES, 0.6)) })),
    ...draw.maybe(0.1, () => ({ proven: draw.some(INVARIANTS, 0.5) })),
  };
}

function options(draw) {
  return {
    ...draw.maybe(0.2, () => ({ extended: draw.chance(0.7) })),
    ...draw.maybe(0.1, () => ({
      exclude: draw.times(1, 3, () => ({ url: draw.one(URLS), binding: draw.one(BINDINGS), version: draw.one(VERSIONS) })),
    })),
  };
}

/** Draws by lot, from a seed (mulberry32). */
export class Draw {
  #state;

  constructor(seed) {
    this.#state = seed;
  }

  number() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability) {
    return this.number() < probability;
  }

  one(list) {
    return list[Math.floor(this.number() * list.length)];
  }

  /** Each element with the same probability, in the list's order. */
  some(list, probability) {
    return list.filter(() => this.chance(probability));
  }

  someAtLeastOne(list, probability) {
    const drawn = this.some(list, probability);
    return drawn.length > 0 ? drawn : [this.one(list)];
  }

  times(least, most, make) {
    return Array.from({ length: least + Math.floor(this.number() * (most - least + 1)) }, make);
  }

  maybe(probability, make) {
    return this.chance(probability) ? make() : {};
  }

  shuffled(list) {
    return list
      .map((element) => [this.number(), element])
      .sort(([a], [b]) => a - b)
      .map(([, element]) => element);
  }
}
