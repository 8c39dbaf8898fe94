// Where plans lead, and whom a push listener can reach, judged by the platform's own reading of URLs and addresses:
// what `fetch` makes of a text is what counts, and not what the core makes of it.

import assert from "node:assert/strict";
import { BlockList, isIP } from "node:net";
import { test } from "node:test";

import { importPackage } from "./consumer.mjs";

const { Card, Profile, negotiate } = await importPackage();

const HOME = "https://agent.example/.well-known/agent-card.json";

/** A list of networks, as the platform understands them. */
function networks(...ranges) {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, prefix] = range.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

const LOOPBACK = networks("127.0.0.0/8", "::1/128");
const HOME_GROUND = networks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "fc00::/7", "fe80::/10");

/** Whether a host, as the platform writes it, is an address in one of these networks; `localhost` is one. */
function isIn(list, hostname) {
  const address = hostname.replace(/^\[|\]$/g, "");
  const name = hostname.replace(/\.$/, "");
  return isIP(address) ? list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6") : list === LOOPBACK && name === "localhost";
}

// Texts that one reader of URLs takes for one place and another for another.
const SCHEMES = ["https://", "http://", "HTTP://", "https:", "http:", "https:/", "http:\\\\", "https:///", "http:////", "//", "/\\", "\\\\", "\\/", "/", "", " http://", "ht\ttp://", "\u0001http://", "wss://", "ws://", "ftp://", "grpc://", "javascript://"];
const AUTHORITIES = [
  ...["agent.example", "evil.example", "localhost", "LOCALHOST", "localhost.", "localhost..", "localhost.evil.example", "evil.example.localhost", "127.0.0.1", "127.1"],
  ...["2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "127.0.0.1.evil.example", "127.0.0.1.nip.io", "[::1]", "[::ffff:127.0.0.1]", "[::]", "0.0.0.0", "0", "[::1%25eth0]"],
  ...["10.0.0.1", "169.254.169.254", "192.168.0.1", "[fd00::1]", "0x0a000001", "agent", "agent.example:0", "agent.example:65536", "agent.example:443", "localhost:8080"],
  ...["user@evil.example", "user:pass@localhost", "@evil.example", ":@evil.example", "localhost@evil.example", "localhost:80@evil.example", "localhost%40evil.example"],
  ...["localhost\\@evil.example", "evil.example\\@localhost", "localhost#@evil.example", "localhost?@evil.example", "localhost/@evil.example", "localhost;evil.example"],
  ...["localhost%2eevil.example", "%6cocalhost", "loc%61lhost", "local\u00adhost", "ｌｏｃａｌｈｏｓｔ", "localhost\u3002", "①②⑦.0.0.1", "аgent.example", "agent\u3002example", "xn--gent-63d.example"],
  ...["local\thost", "localhost\n", "local host", "localhost\u0000", "{host}", "$HOST", "..", ".", "agent..example", "agent.example.", "example", "[agent.example]", ""],
];
const PATHS = ["", "/a2a", "?x=1", "#x", "/../..//evil.example", "\\evil.example"];

const URLS = SCHEMES.flatMap((scheme) => AUTHORITIES.flatMap((authority) => PATHS.map((path) => scheme + authority + path)));

/** A client that holds a credential for what the card below asks for. */
const client = (members) => new Profile({ accepts: ["text/plain"], sends: ["text/plain"], credentials: ["bearer"], ...members });

/** What a client plans for a card that asks for a credential. */
function planFor(url, profile) {
  const card = {
    name: "Agent",
    description: "Generated",
    version: "1.0.0",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: {},
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  const { plan } = negotiate(card, profile, {}, { trace: false });
  if (plan) assert.equal(plan.credentials.length, 1);
  return plan;
}

/** Tries all URLs, and returns how many were planned. */
function tryAll(members, check) {
  const profile = client(members);
  let planned = 0;
  for (const url of URLS) {
    const plan = planFor(url, profile);
    if (!plan) continue;
    planned += 1;
    const told = JSON.stringify([url, plan.url]);
    assert.ok(URL.canParse(plan.url), told);
    check(new URL(plan.url), told);
  }
  return planned;
}

/** What holds for every plan with a credential: encrypted, or a place that the profile calls home. */
function isSafe(url, told, isHome = (hostname) => isIn(LOOPBACK, hostname)) {
  assert.ok(url.protocol === "https:" || (url.protocol === "http:" && isHome(url.hostname)), told);
  assert.deepEqual([url.username, url.password], ["", ""], told);
}

test("no credential is planned onto plain http outside loopback, nor onto a URL with user information", () => {
  assert.ok(tryAll({ cardUrl: HOME }, isSafe) > 100);
  assert.ok(tryAll({}, isSafe) > 50);
  // The client's own network is home only where its profile says so.
  const isHome = (hostname) => isIn(LOOPBACK, hostname) || isIn(HOME_GROUND, hostname) || /^[^.]+$|\.localhost$/.test(hostname);
  assert.ok(tryAll({ allowPrivate: true }, (url, told) => isSafe(url, told, isHome)) > 50);
});

test("what is relative leads where the platform says that it leads", () => {
  const profile = client({ cardUrl: HOME });
  for (const url of URLS) {
    const plan = planFor(url, profile);
    if (plan) assert.equal(new URL(plan.url).href, new URL(url, HOME).href, JSON.stringify(url));
  }
});

test("with `sameOrigin` no credential is planned onto another origin than the card's", () => {
  const { origin } = new URL(HOME);
  const planned = tryAll({ cardUrl: HOME, sameOrigin: true }, (url, told) => assert.equal(url.origin, origin, told));
  assert.ok(planned > 10);
});

// Every address that an agent elsewhere would reach something else by, in every way in which addresses are written.
const INNER = ["127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.127.255.254", "100.100.100.200", "0.0.0.0", "168.63.129.16", "192.0.0.192"];

/** An address of IPv4 in the forms that readers of URLs take. */
function forms(address) {
  const octets = address.split(".").map(Number);
  const number = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  const [high, low] = [Math.floor(number / 65536), number % 65536].map((half) => half.toString(16));
  const embedded = ["::ffff:", "64:ff9b::"].flatMap((prefix) => [`[${prefix}${address}]`, `[${prefix}${high}:${low}]`]);
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    octets.map((octet) => `0${octet.toString(8)}`).join("."),
    octets.map((octet) => `0x${octet.toString(16)}`).join("."),
    `${octets[0]}.${number % 16777216}`,
    address.replace("1", "%31"),
    address.replace("1", "１"),
    ...embedded,
  ];
}

test("a push listener on a private, loopback, link-local or metadata address is told, and not asked for", () => {
  const card = new Card({
    name: "Agent",
    description: "Generated",
    version: "1.0.0",
    supportedInterfaces: [{ url: "https://agent.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  });
  const names = ["localhost", "LOCALHOST.", "x.localhost", "metadata.google.internal", "metadata", "printer.local", "nas.lan", "agent.default.svc.cluster.local"];
  const addresses = ["[::1]", "[::]", "[fd00:ec2::254]", "[fe80::1]", "[fc00::1]", "[0:0:0:0:0:0:0:1]"];
  const deliver = (host) =>
    negotiate(card, { accepts: ["text/plain"], sends: ["text/plain"], delivery: ["push", "poll"], push: { url: `https://${host}/hook` } }, {});
  for (const host of [...INNER.flatMap(forms), ...names, ...addresses]) {
    const { plan, steps } = deliver(host);
    assert.equal(plan.delivery.mode, "poll", host);
    assert.ok(!plan.delivery.fallbacks.includes("push"), host);
    const told = steps.find(({ id }) => id === "delivery").candidates.find(({ label }) => label.startsWith("push"));
    assert.match(told.reason, /hook|listener|callback/, host);
  }
  for (const host of ["client.example.net", "8.8.8.8", "[2606:4700::1111]"]) assert.equal(deliver(host).plan.delivery.mode, "push", host);
});

test("places that look like others, are private, or are elsewhere are told", () => {
  const usable = (url) => ({ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" });
  const found = (url, tokenUrl = "https://agent.example/token") => {
    const scheme = { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl, scopes: {} } } } };
    const card = { name: "A", version: "1", capabilities: {}, supportedInterfaces: [usable(url)], securitySchemes: { login: scheme }, skills: [] };
    const { findings } = negotiate(card, { cardUrl: HOME, accepts: ["text/plain"], allowPrivate: true });
    return findings.map(({ code }) => code).filter((code) => ["lookAlikeHost", "privateAddress", "loopbackAddress", "otherOrigin", "unusableUrl"].includes(code));
  };
  assert.deepEqual(found("https://agent.example/a2a"), []);
  assert.deepEqual(found("https://other.example/a2a"), ["otherOrigin"]);
  // The platform writes the letters of every script by these of ASCII.
  for (const name of ["\u0430gent.example", "agent.ex\u0430mple", "b\u00fccher.example"]) {
    const { hostname } = new URL(`https://${name}`);
    assert.match(hostname, /xn--/);
    for (const host of [hostname, hostname.toUpperCase(), `${hostname}.`]) {
      assert.deepEqual(found(`https://${host}/a2a`).sort(), ["lookAlikeHost", "otherOrigin"], host);
      assert.deepEqual(found(HOME, `https://${host}/token`), ["lookAlikeHost"], host);
    }
    assert.deepEqual(found(`https://${name}/a2a`), ["unusableUrl"], name);
    assert.deepEqual(found(HOME, `https://${name}/token`), ["unusableUrl"], name);
  }
  for (const url of ["https://agent.example./a2a", "https://agent.example@evil.example/a2a", "https://2130706433/a2a", "https://0x7f.1/a2a", "https://agent%2eexample/a2a"]) {
    const ofPlace = found(url).filter((code) => code !== "otherOrigin");
    assert.ok(["lookAlikeHost", "unusableUrl"].includes(ofPlace[0]), url);
    assert.deepEqual(found(HOME, url), ofPlace, url);
  }
  for (const url of ["https://10.0.0.1/a2a", "https://169.254.169.254/a2a", "https://[fd00::1]/a2a", "http://localhost:8080/a2a", "http://127.0.0.1/a2a", "https://agent.internal/a2a"]) {
    const { hostname } = new URL(url);
    assert.ok(isIn(LOOPBACK, hostname) || isIn(HOME_GROUND, hostname) || hostname.endsWith(".internal"));
    const code = isIn(LOOPBACK, hostname) ? "loopbackAddress" : "privateAddress";
    assert.ok(found(url).includes(code), url);
    assert.deepEqual(found(HOME, url), [code], url);
  }
});
