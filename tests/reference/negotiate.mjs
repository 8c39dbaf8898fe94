// A second implementation of the negotiation, for the tests alone: naive and short, so that it can be
// checked by reading it next to the design. It serves nothing but comparison with the real one.
//
// Its domain is narrower: a clean 1.0 card, a profile and an intent with known fields only and without
// `requireSignature`, `assumeVersion`; URLs are `https`, or `http` on `localhost`
// or on a 10.x address. Outside of it the answer means nothing.

/** The decision with the plan, or with the refusing step, its code and whether an extended card may help. */
export function negotiate(card, profile, intent = {}, options = {}) {
  const call = theCall(card, profile, intent, options);
  const chosen = {};
  for (const [step, choose] of Object.entries(STEPS)) {
    try {
      chosen[step] = choose(call, chosen);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const mayHelp = call.offersExtendedCard && ["skill", "mediaTypes", "extensions"].includes(step);
      const decision = refusal.escalates ? "escalate" : "reject";
      return { decision, rejection: { step, code: refusal.code, fetchExtendedCard: mayHelp } };
    }
  }
  return { decision: "accept", plan: thePlan(call, chosen), degradations: chosen.negotiability };
}

const STEPS = { skill, interface: chooseInterface, credentials, mediaTypes, delivery, extensions, negotiability };

class Refusal extends Error {
  constructor(code, escalates = false) {
    super(code);
    Object.assign(this, { code, escalates });
  }
}

/** What is asked for, with everything that was left out filled in. */
function theCall(card, profile, intent, options) {
  const me = {
    bindings: ["JSONRPC", "HTTP+JSON"],
    versions: ["1.0", "0.3"],
    interfaceOrder: "versionFirst",
    credentials: [],
    accepts: [],
    sends: [],
    delivery: ["stream", "push", "poll"],
    extensions: [],
    bufferableInputModes: [],
    liveOnlyInputModes: [],
    vendorResolutions: {},
    ...profile,
  };
  const capabilities = card.capabilities ?? {};
  const theSkill = (card.skills ?? []).find((skill) => skill.id === intent.skill);
  const ownOr = (own, fallback) => (theSkill?.[own]?.length ? theSkill[own] : card[fallback]) ?? [];
  return {
    card,
    me,
    intent,
    capabilities,
    theSkill,
    taskClass: intent.taskClass ?? "standard",
    sends: intent.sends ?? me.sends,
    accepts: intent.accepts ?? me.accepts,
    inputs: orPlainText(ownOr("inputModes", "defaultInputModes")),
    outputs: orPlainText(ownOr("outputModes", "defaultOutputModes")),
    requirements: ownOr("securityRequirements", "securityRequirements"),
    schemes: card.securitySchemes ?? {},
    exclude: options.exclude ?? [],
    offersExtendedCard: capabilities.extendedAgentCard === true && !options.extended,
  };
}

/** What a card takes and offers that says nothing of either. */
function orPlainText(modes) {
  return modes.length > 0 ? modes : ["text/plain"];
}

function thePlan(call, chosen) {
  const { url, protocolBinding, protocolVersion, tenant } = chosen.interface;
  const headers = { "A2A-Version": protocolVersion };
  const header = Number.parseInt(protocolVersion) >= 1 ? "A2A-Extensions" : "X-A2A-Extensions";
  if (chosen.extensions.length > 0) headers[header] = chosen.extensions.join(",");
  return {
    ...(call.intent.skill !== undefined && { skill: call.intent.skill }),
    url,
    binding: protocolBinding,
    version: protocolVersion,
    ...(tenant !== undefined && { tenant }),
    credentials: chosen.credentials,
    ...chosen.mediaTypes,
    delivery: chosen.delivery,
    extensions: chosen.extensions,
    headers,
    fetchExtendedCard: call.offersExtendedCard,
  };
}

function skill({ intent, theSkill }) {
  if (intent.skill !== undefined && !theSkill) throw new Refusal("unknownSkill");
}

// Step 1: the client's order decides, the card decides what exists.
function chooseInterface({ card, me, exclude }) {
  const usable = card.supportedInterfaces.filter(
    ({ url, protocolBinding: binding, protocolVersion: version }) =>
      isUsable(url, me) &&
      !(me.environment === "browser" && binding === "GRPC") &&
      !(me.sameOrigin && new URL(url).origin !== new URL(me.cardUrl).origin) &&
      !exclude.some((not) => not.url === url && not.binding === binding && not.version === version),
  );
  const pairs = pairsInOrder(me);
  const is = (pair) => (one) => one.protocolBinding === pair.binding && one.protocolVersion === pair.version;
  const found =
    me.interfaceOrder === "cardOrder"
      ? usable.find((one) => pairs.some((pair) => is(pair)(one)))
      : pairs.map((pair) => usable.find(is(pair))).find(Boolean);
  if (!found) throw new Refusal("noSharedInterface");
  return found;
}

function pairsInOrder({ interfaces, bindings, versions, interfaceOrder }) {
  if (interfaces) return interfaces;
  if (interfaceOrder === "bindingFirst") {
    return bindings.flatMap((binding) => versions.map((version) => ({ binding, version })));
  }
  return versions.flatMap((version) => bindings.map((binding) => ({ binding, version })));
}

function isUsable(url, { allowPrivate }) {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || hostname === "localhost" || (isPrivate(hostname) && allowPrivate === true);
}

function isPrivate(hostname) {
  return /^10\./.test(hostname);
}

// Step 2: the first alternative (OR) whose schemes (AND) the client holds, all of them, with all scopes, and
// can send, all of them in one request.
function credentials({ me, requirements, schemes }, { interface: taken }) {
  if (requirements.length === 0) return [];
  const unsendable = requirements.map(({ schemes: needed }) => isUnsendable(Object.keys(needed).map((name) => schemes[name]), taken));
  for (const [index, { schemes: needed }] of requirements.entries()) {
    const names = Object.keys(needed);
    if (!unsendable[index] && names.every((name) => holds(me, name, schemes[name], needed[name].list))) {
      return names.map((name) => credential(name, schemes[name], needed[name].list));
    }
  }
  throw new Refusal(unsendable.every(Boolean) ? "unsendableCredentials" : "noUsableCredentials");
}

/** Whether no request can carry the credentials: two are at one place, or one where something else is. */
function isUnsendable(schemes, { url, protocolBinding: binding }) {
  const places = schemes.flatMap((scheme) => {
    const { kind, location, parameter, isPlaced } = describe(scheme);
    if (!isPlaced || kind === "mutualTLS") return [];
    if (kind !== "apiKey") return ["header authorization"];
    return [location === "header" ? `header ${parameter.toLowerCase()}` : `${location} ${parameter}`];
  });
  const headers = ["host", "content-type", "a2a-version", "a2a-extensions"].map((name) => `header ${name}`);
  const parameters = [...new URL(url).searchParams.keys(), ...(binding === "HTTP+JSON" ? ["tenant", "pageSize"] : [])];
  const taken = [...headers, ...parameters.map((name) => `query ${name}`)];
  return (
    new Set(places).size < places.length ||
    places.some((place) => taken.includes(place) || (place.startsWith("query ") && binding === "GRPC")) ||
    (places.includes("header cookie") && places.some((place) => place.startsWith("cookie ")))
  );
}

function holds(me, name, scheme, scopes) {
  const { kind, word, location, parameter, isPlaced } = describe(scheme);
  const isOfThePage = location === "header" && /^(cookie|origin|sec-.*)$/i.test(parameter);
  if (me.environment === "browser" && (kind === "mutualTLS" || location === "cookie" || isOfThePage)) return false;
  return me.credentials.some((held) => {
    if (typeof held === "string") return held === name;
    const isIt = held.name
      ? held.name === name
      : held.type === kind && isPlaced && (!held.scheme || held.scheme.toLowerCase() === word.toLowerCase());
    return isIt && (!held.scopes || scopes.every((scope) => held.scopes.includes(scope)));
  });
}

function credential(scheme, definition, scopes) {
  const { kind, word = "Bearer", location, parameter, isPlaced } = describe(definition);
  const placements = {
    apiKey: { in: location, name: parameter, prefix: "" },
    mutualTLS: { in: "tls", name: "", prefix: "" },
  };
  const authorization = { in: "header", name: "Authorization", prefix: `${word} ` };
  return { scheme, kind, placement: isPlaced ? (placements[kind] ?? authorization) : undefined, scopes };
}

/** The kind of a scheme, and what is known of where its credential goes. */
function describe(scheme = {}) {
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http } = scheme;
  if (key) {
    const isPlaced = key.location !== undefined && key.name !== undefined;
    return { kind: "apiKey", isPlaced, ...(isPlaced && { location: key.location, parameter: key.name }) };
  }
  if (http) return { kind: "http", isPlaced: http.scheme !== undefined, word: http.scheme };
  if (scheme.oauth2SecurityScheme) return { kind: "oauth2", isPlaced: true };
  if (scheme.openIdConnectSecurityScheme) return { kind: "openIdConnect", isPlaced: true };
  if (scheme.mtlsSecurityScheme) return { kind: "mutualTLS", isPlaced: true };
  return { kind: "unknown", isPlaced: false };
}

// Step 3: all that is sent must be taken; something that is accepted must be offered. Modes that section 5
// has taken away no longer count.
function mediaTypes(call, { interface: taken }) {
  const { sends } = call;
  if (!sends.every((mode) => takenAs(call, mode))) throw new Refusal("inputNotAccepted");
  const common = sharedOutputs(call);
  if (common.length === 0) throw new Refusal("noSharedOutput");
  return {
    inputModes: each(sends.map((mode) => takenAs(call, mode))),
    acceptedOutputModes: common.filter((mode) => !touchedPaths(call, taken).outputs.includes(mode)),
  };
}

/** What the card calls a mode that the client sends, if the card takes it. */
function takenAs({ me, inputs }, mode) {
  return inputs.find((taken) => isSame(me, mode, taken));
}

/** What the client accepts and the card offers, in the card's words and the client's order. */
function sharedOutputs({ me, accepts, outputs }) {
  return each(accepts.flatMap((mode) => outputs.filter((offered) => isSame(me, mode, offered))));
}

function each(list) {
  return [...new Set(list)];
}

/** Whether two modes are the same: as strings, or as RFC 9110 has it, with ranges on the client's side only. */
function isSame({ normalizeMediaTypes }, clients, cards) {
  if (clients === cards) return true;
  if (!normalizeMediaTypes || cards.includes("*")) return false;
  const [[type, subtype], [ofCard, subtypeOfCard]] = [clients, cards].map((mode) => mode.split(";")[0].trim().toLowerCase().split("/"));
  return (type === "*" && subtype === "*") || (type === ofCard && (subtype === "*" || subtype === subtypeOfCard));
}

// Step 4: the first way that the card allows and the client can do; the others are fallbacks.
function delivery(call, { interface: taken }) {
  const { me, capabilities, taskClass } = call;
  const touched = touchedPaths(call, taken);
  const can = {
    stream: () => capabilities.streaming === true,
    push: () => offersPush(capabilities) && isReachable(me, taken) && !touched.push && knowsPushScheme(call),
    poll: () => true,
  };
  const usable = me.delivery.filter((way) => can[way]());
  // A client that leaves does not hold a stream: it is taken last. Else polling is the last resort.
  const leaves = taskClass === "asyncCompletion";
  const [mode, ...others] = leaves ? last("stream", usable) : usable;
  const fallbacks = leaves ? others : last("poll", others);
  const { url, authentication } = me.push ?? {};
  const push = usable.includes("push") && { push: { url, ...(authentication && { authentication }) } };
  if (mode) return { mode, fallbacks, returnImmediately: mode !== "stream", ...push };
  if (taskClass === "fireAndForget") return { mode: "none", fallbacks: [], returnImmediately: true };
  if (touched.push) return undefined;
  throw new Refusal("noDelivery");
}

function last(way, ways) {
  return [...ways.filter((one) => one !== way), ...ways.filter((one) => one === way)];
}

function offersPush({ pushNotifications: push }) {
  return push === true || push?.supported === true;
}

/** A scheme that the card does not define is known by name only. */
function knowsPushScheme({ me, capabilities, schemes }) {
  const name = capabilities.pushNotifications.securityScheme;
  return !name || schemes[name] || me.credentials.some((held) => held === name || held.name === name);
}

function isReachable({ push, allowPrivate }, taken) {
  if (!push) return false;
  const { protocol, hostname } = new URL(push.url);
  const atHome = allowPrivate === true || new URL(taken.url).hostname === "localhost";
  return protocol === "https:" && (atHome || !(hostname === "localhost" || isPrivate(hostname)));
}

// Step 5: every required extension must be the client's; optional ones that it implements are activated.
function extensions({ me, capabilities }) {
  const offered = capabilities.extensions ?? [];
  const isMine = ({ uri }) => me.extensions.includes(uri);
  if (offered.some((one) => one.required && !isMine(one))) throw new Refusal("missingExtension");
  return offered.filter(isMine).map(({ uri }) => uri);
}

// Section 5: the paths that valid cards promise and that cannot work, and what becomes of the call.
function touchedPaths(call, taken) {
  const { card, me, capabilities, taskClass, intent, sends, requirements, schemes } = call;
  const streams = capabilities.streaming === true;
  const isMutualTls = (name) => describe(schemes[name]).kind === "mutualTLS";
  const named = capabilities.pushNotifications?.securityScheme;
  const demandsMutualTls = named
    ? isMutualTls(named)
    : requirements.length > 0 && requirements.every((one) => Object.keys(one.schemes).some(isMutualTls));
  const isAmong = (modes, taken) => modes.some((mode) => isSame(me, mode, taken));
  const isLive = (taken) => taken && isAmong(me.liveOnlyInputModes, taken) && !isAmong(me.bufferableInputModes, taken);
  const onlyLater = (mode) => isAmong(card.resubscribeOnlyOutputModes ?? [], mode);
  const found = {
    live: taskClass === "liveInput" && !(streams && me.delivery.includes("stream")) ? sends.filter((mode) => isLive(takenAs(call, mode))) : [],
    push: me.delivery.includes("push") && offersPush(capabilities) && isReachable(me, taken) && !me.push.mtls && demandsMutualTls,
    outputs: streams ? [] : sharedOutputs(call).filter(onlyLater),
  };
  const proven = intent.proven ?? [];
  const history = [];
  const unless = (code, none, path) => {
    if (!proven.includes(code)) return path;
    // Nobody who does not wait is told what may become of push.
    const matters = path === true ? taskClass !== "fireAndForget" : path.length > 0;
    if (matters) history.push("provenByHistory");
    return none;
  };
  return {
    live: unless("liveInputWithoutStreaming", [], found.live),
    push: unless("pushNeedsMutualTls", false, found.push),
    outputs: unless("outputOnlyOnResubscribe", [], found.outputs),
    history,
  };
}

function negotiability(call, { interface: taken, mediaTypes, delivery }) {
  const { me, capabilities, taskClass } = call;
  const touched = touchedPaths(call, taken);
  const refused = [
    ...(touched.live.length > 0 ? ["liveInputWithoutStreaming"] : []),
    ...(delivery ? [] : ["pushNeedsMutualTls"]),
    ...(mediaTypes.acceptedOutputModes.length > 0 ? [] : ["outputOnlyOnResubscribe"]),
  ];
  const isResolved = (code) => (capabilities.extensions ?? []).some(({ uri }) => me.vendorResolutions[uri]?.includes(code));
  // What nothing on the card resolves decides before what something does.
  const code = refused.find((one) => !isResolved(one)) ?? refused[0];
  if (code) throw new Refusal(code, isResolved(code) || me.canRenegotiate === true);
  return [
    ...(touched.push && taskClass !== "fireAndForget" ? ["pushNeedsMutualTls"] : []),
    ...(touched.outputs.length > 0 ? ["outputOnlyOnResubscribe"] : []),
    ...touched.history,
  ].sort();
}
