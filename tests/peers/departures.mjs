// Where the interface that an official SDK selects is known to be another one than ours, and what the
// specification says of it. `without` gives the interfaces of a card without what the entry is about.

const SPECIFICATION = "https://a2a-protocol.org/v1.0.0/specification/";
const EXACT = ["JSONRPC", "HTTP+JSON", "GRPC"];
export const PYTHON = "a2a-sdk 1.3.0";
export const JAVASCRIPT = "@a2a-js/sdk 1.3.0";

/** Of the interfaces, the first of each that `of` calls the same. */
function firsts(interfaces, of) {
  return interfaces.filter((one, place) => interfaces.findIndex((other) => of(other) === of(one)) === place);
}

const version = ({ protocolVersion }) => /^\d+\.\d+/.exec(protocolVersion ?? "")?.[0];

export const DEPARTURES = [
  {
    id: "version that is not spoken",
    sdks: [PYTHON, JAVASCRIPT],
    verdict: "an interface is called in a version that it exposes; one that the client does not speak is none of its interfaces",
    section: `${SPECIFICATION}#36-versioning`,
    without: (interfaces) => interfaces.filter((one) => version(one) === undefined || ["1.0", "0.3"].includes(version(one))),
  },
  {
    id: "no version",
    sdks: [PYTHON, JAVASCRIPT],
    verdict: "`protocolVersion` is required; without it nothing says how the interface is to be called",
    section: `${SPECIFICATION}#446-agentinterface`,
    without: (interfaces) => interfaces.filter((one) => version(one) !== undefined),
  },
  {
    id: "patch version",
    sdks: [JAVASCRIPT],
    verdict: "patch numbers must not be considered: `1.0.1` is `1.0`",
    section: `${SPECIFICATION}#36-versioning`,
    without: (interfaces) => interfaces.map((one) => ({ ...one, ...(version(one) && { protocolVersion: version(one) }) })),
  },
  {
    id: "binding in another case",
    sdks: [JAVASCRIPT],
    verdict: "the core bindings are `JSONRPC`, `GRPC` and `HTTP+JSON`; any other string is another binding",
    section: `${SPECIFICATION}#446-agentinterface`,
    without: (interfaces) => interfaces.filter(({ protocolBinding }) => EXACT.includes(protocolBinding)),
  },
  {
    id: "URL that is not encrypted",
    sdks: [PYTHON, JAVASCRIPT],
    verdict: "production deployments must use encrypted communication; such a URL is called on loopback only",
    section: `${SPECIFICATION}#71-protocol-security`,
    without: (interfaces) => interfaces.filter(({ url }) => !url.startsWith("http:")),
  },
  {
    id: "last of equals",
    sdks: [JAVASCRIPT],
    verdict: "earlier entries are preferred: of two interfaces of one binding and version the first",
    section: `${SPECIFICATION}#832-client-protocol-selection`,
    without: (interfaces) => firsts(interfaces, (one) => `${one.protocolBinding.toUpperCase()} ${version(one)}`),
  },
  {
    id: "1.0 before an earlier 0.3",
    sdks: [PYTHON, JAVASCRIPT],
    mode: "cardOrder",
    verdict: "earlier entries are preferred, of whatever version the client speaks; our own default, `versionFirst`, prefers 1.0 as well",
    section: `${SPECIFICATION}#832-client-protocol-selection`,
    without: (interfaces) => firsts(interfaces, (one) => one.protocolBinding.toUpperCase()),
  },
];
