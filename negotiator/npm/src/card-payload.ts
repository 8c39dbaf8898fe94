// What a signature of a card signs (specification 8.4.1): the card's members as they were received, without what the
// rules of Protocol Buffers leave out, in canonical form (RFC 8785).

import canonicalize from "canonicalize";

/** What of a message is left out where it has its default value, and the messages in it. */
interface Shape {
  /** The fields that are neither required nor `optional` in a2a.proto: left out where empty, `""` or `false`. */
  readonly implicit?: readonly string[];
  readonly messages?: Readonly<Record<string, Shape>>;
  /** Messages in a list, or in a map from names. */
  readonly lists?: Readonly<Record<string, Shape>>;
  readonly maps?: Readonly<Record<string, Shape>>;
}

const REQUIREMENT: Shape = { implicit: ["schemes"], maps: { schemes: { implicit: ["list"] } } };

const FLOWS: Shape = {
  messages: {
    authorizationCode: { implicit: ["refreshUrl", "pkceRequired"] },
    clientCredentials: { implicit: ["refreshUrl"] },
    implicit: { implicit: ["authorizationUrl", "refreshUrl", "scopes"] },
    password: { implicit: ["tokenUrl", "refreshUrl", "scopes"] },
    deviceCode: { implicit: ["refreshUrl"] },
  },
};

const SCHEME: Shape = {
  messages: {
    apiKeySecurityScheme: { implicit: ["description"] },
    httpAuthSecurityScheme: { implicit: ["description", "bearerFormat"] },
    oauth2SecurityScheme: { implicit: ["description", "oauth2MetadataUrl"], messages: { flows: FLOWS } },
    openIdConnectSecurityScheme: { implicit: ["description"] },
    mtlsSecurityScheme: { implicit: ["description"] },
  },
};

const CARD: Shape = {
  implicit: ["securitySchemes", "securityRequirements"],
  messages: {
    capabilities: {
      implicit: ["extensions"],
      lists: { extensions: { implicit: ["uri", "description", "required"] } },
    },
  },
  lists: {
    supportedInterfaces: { implicit: ["tenant"] },
    securityRequirements: REQUIREMENT,
    skills: {
      implicit: ["examples", "inputModes", "outputModes", "securityRequirements"],
      lists: { securityRequirements: REQUIREMENT },
    },
  },
  maps: { securitySchemes: SCHEME },
};

type Members = Readonly<Record<string, unknown>>;

/** The text that a signature of a card signs. */
export function payloadOf(card: Members): string {
  const { signatures, ...signed } = reduced(card, CARD);
  return canonicalize(signed) as string;
}

/**
 * The text that official SDKs sign in its place: without anything that is empty, whatever the specification says
 * of it, so that an empty value more or less does not break their signatures.
 */
export function payloadWithoutEmpty(card: Members): string {
  const { signatures, ...signed } = reduced(card, CARD);
  return canonicalize(withoutEmpty(signed) ?? {}) as string;
}

function reduced(message: Members, { implicit = [], messages = {}, lists = {}, maps = {} }: Shape): Members {
  const members = Object.entries(message).flatMap(([name, value]): [string, unknown][] => {
    const has = (shapes: Readonly<Record<string, Shape>>) => (Object.hasOwn(shapes, name) ? shapes[name] : undefined);
    if (value === null || (implicit.includes(name) && isDefault(value))) return [];
    const shape = has(messages);
    if (shape) return [[name, isObject(value) ? reduced(value, shape) : value]];
    const each = has(lists);
    if (each) return [[name, Array.isArray(value) ? value.map((one) => (isObject(one) ? reduced(one, each) : one)) : value]];
    const named = has(maps);
    if (!named || !isObject(value)) return [[name, value]];
    const inner = Object.entries(value).map(([key, one]) => [key, isObject(one) ? reduced(one, named) : one]);
    return [[name, Object.fromEntries(inner)]];
  });
  return Object.fromEntries(members);
}

function isDefault(value: unknown): boolean {
  return value === "" || value === false || isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function withoutEmpty(value: unknown): unknown {
  if (value === "" || value === null) return undefined;
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty).filter((one) => one !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  const kept = Object.entries(value as Members).flatMap(([name, inner]) => {
    const left = withoutEmpty(inner);
    return left === undefined ? [] : [[name, left] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
