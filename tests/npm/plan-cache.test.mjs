// Cards and plans over time, against a real server on this machine and a clock of the test's own.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { inspect } from "node:util";

import { importPackage } from "./consumer.mjs";

const { CardFetchError, NegotiatorInputError, PlanCache, lockCard } = await importPackage();

const CARD = {
  name: "Echo",
  description: "Says it again",
  version: "1.0.0",
  supportedInterfaces: [{ url: "https://echo.example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "echo", name: "Echo", description: "Says it again", tags: ["demo"] }],
};
const WITHOUT_STREAMING = { ...CARD, capabilities: {} };
const PROFILE = { accepts: ["text/plain"], sends: ["text/plain"] };
const START = Date.parse("2026-01-01T00:00:00Z");

const servers = [];
after(() => servers.forEach((server) => server.close()));

/** An agent whose answers the test says, with the requests that it got, and a cache with a clock of the test's. */
async function agent(headers = {}, options = {}) {
  const state = { card: CARD, headers, status: 200, requests: [], clock: START, hold: undefined };
  const server = createServer(async (request, response) => {
    state.requests.push(request.headers);
    await state.hold;
    if (state.status === 0) return request.socket.destroy();
    const isKnown =
      (state.headers.etag && request.headers["if-none-match"] === state.headers.etag) ||
      (state.headers["last-modified"] && request.headers["if-modified-since"] === state.headers["last-modified"]);
    const status = state.status === 200 && isKnown ? 304 : state.status;
    const date = new Date(state.clock).toUTCString();
    response.writeHead(status, { date, "content-type": "application/json", ...state.headers });
    response.end(status === 200 ? JSON.stringify(state.card) : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  const url = `http://127.0.0.1:${server.address().port}/.well-known/agent-card.json`;
  const cache = new PlanCache({ now: () => state.clock, ...options });
  const plan = (profile = PROFILE, intent = { skill: "echo" }) => cache.plan(url, profile, intent);
  const pass = (seconds) => (state.clock += seconds * 1000);
  return { state, url, cache, plan, pass };
}

const sources = async (agent, ...seconds) => {
  const found = [];
  for (const passed of seconds) {
    agent.pass(passed);
    found.push((await agent.plan()).source);
  }
  return found;
};

test("max-age: no request until it is over", async () => {
  const one = await agent({ "cache-control": "max-age=60" });
  assert.deepEqual(await sources(one, 0, 59, 2), ["fetched", "fresh", "fetched"]);
  assert.equal(one.state.requests.length, 2);
  const { outcome } = await one.plan();
  assert.equal(outcome.plan.delivery.mode, "stream");
});

test("Age: what a proxy has kept it for counts", async () => {
  const one = await agent({ "cache-control": "max-age=60", age: "50" });
  assert.deepEqual(await sources(one, 0, 9, 2), ["fetched", "fresh", "fetched"]);
});

test("Expires: until then", async () => {
  const one = await agent({ expires: new Date(START + 60_000).toUTCString() });
  assert.deepEqual(await sources(one, 0, 59, 2), ["fetched", "fresh", "fetched"]);
});

test("ETag: an unchanged card is not sent again", async () => {
  const one = await agent({ "cache-control": "max-age=60", etag: '"1"' });
  assert.deepEqual(await sources(one, 0, 61, 30, 61), ["fetched", "revalidated", "fresh", "revalidated"]);
  assert.deepEqual(one.state.requests.map((headers) => headers["if-none-match"]), [undefined, '"1"', '"1"']);
});

test("Last-Modified: the same, and for a while without a request", async () => {
  const modified = new Date(START - 1_000_000).toUTCString();
  const one = await agent({ "last-modified": modified });
  assert.deepEqual(await sources(one, 0, 50, 100), ["fetched", "fresh", "revalidated"]);
  assert.equal(one.state.requests[1]["if-modified-since"], modified);
});

test("no-cache and no header at all: asked each time; no-store: not even kept", async () => {
  const asked = await agent({ "cache-control": "no-cache", etag: '"1"' });
  assert.deepEqual(await sources(asked, 0, 0), ["fetched", "revalidated"]);
  assert.deepEqual(await sources(await agent(), 0, 0), ["fetched", "fetched"]);
  const unkept = await agent({ "cache-control": "no-store", etag: '"1"' });
  assert.deepEqual(await sources(unkept, 0, 0), ["fetched", "fetched"]);
  assert.deepEqual(unkept.state.requests.map((headers) => headers["if-none-match"]), [undefined, undefined]);
});

test("must-revalidate: used while it is fresh, and never after", async () => {
  const one = await agent({ "cache-control": "max-age=60, must-revalidate, stale-while-revalidate=60" });
  assert.deepEqual(await sources(one, 0, 59, 2), ["fetched", "fresh", "fetched"]);
});

test("no-cache: never used without asking, whatever else it says", async () => {
  for (const more of ["stale-while-revalidate=100", "stale-if-error=100"]) {
    const one = await agent({ "cache-control": `no-cache, ${more}` });
    assert.deepEqual(await sources(one, 0, 3, 50), ["fetched", "fetched", "fetched"], more);
    one.state.status = 500;
    await assert.rejects(one.plan(), CardFetchError);
  }
});

test("directives are the same in upper case", async () => {
  assert.deepEqual(await sources(await agent({ "cache-control": "MAX-AGE=60" }), 0, 59, 2), ["fetched", "fresh", "fetched"]);
  assert.deepEqual(await sources(await agent({ "cache-control": "No-Store, Max-Age=60" }), 0, 0), ["fetched", "fetched"]);
  assert.deepEqual(await sources(await agent({ "cache-control": "No-Cache, Max-Age=60" }), 0, 1), ["fetched", "fetched"]);
});

test("max-age twice: stale, whichever comes first", async () => {
  for (const twice of ["max-age=0, max-age=60", "max-age=60, max-age=0", "Max-Age=60,max-age = 60"]) {
    assert.deepEqual(await sources(await agent({ "cache-control": twice }), 0, 1), ["fetched", "fetched"], twice);
  }
  assert.deepEqual(await sources(await agent({ "cache-control": "s-maxage=0, max-age=60" }), 0, 1), ["fetched", "fresh"]);
});

test("immutable: says nothing of how long", async () => {
  assert.deepEqual(await sources(await agent({ "cache-control": "public, immutable" }), 0, 1), ["fetched", "fetched"]);
  assert.deepEqual(await sources(await agent({ "cache-control": "max-age=60, immutable" }), 0, 59, 2), ["fetched", "fresh", "fetched"]);
});

test("what is not kept is given to all who asked at the same time", async () => {
  const one = await agent({ "cache-control": "no-store" });
  const plans = await Promise.all([one.plan(), one.plan(), one.plan()]);
  assert.deepEqual(plans.map(({ source }) => source), ["fetched", "fetched", "fetched"]);
  assert.equal(one.state.requests.length, 1);
});

test("what a caller does to its plan is nobody else's", async () => {
  const one = await agent({ "cache-control": "max-age=60" });
  (await one.plan()).outcome.plan.url = "https://elsewhere.example.net/";
  assert.equal((await one.plan()).outcome.plan.url, CARD.supportedInterfaces[0].url);
});

test("a redirect to another origin does not make it the card's own, is told, and does not lead out of encryption", async () => {
  const answer = (url) => async () => Object.defineProperty(new Response(JSON.stringify(CARD)), "url", { value: url });
  const profile = { ...PROFILE, sameOrigin: true };
  const ask = (url) => new PlanCache({ fetch: answer(url) }).plan("https://echo.example.com/card.json", profile, { skill: "echo" });
  assert.equal((await ask("https://echo.example.com/card.json")).outcome.decision, "accept");
  assert.equal((await ask("https://echo.example.com/agents/echo.json")).redirectedTo, undefined);
  // What is at the other origin may name the agent of the address, and no other.
  const redirected = await ask("https://elsewhere.example.net/card.json?key=s3cret");
  assert.deepEqual([redirected.outcome.decision, redirected.redirectedTo], ["accept", "https://elsewhere.example.net"]);
  const theirs = { ...CARD, supportedInterfaces: [{ ...CARD.supportedInterfaces[0], url: "https://elsewhere.example.net/a2a" }] };
  const fetch = async () => Object.defineProperty(new Response(JSON.stringify(theirs)), "url", { value: "https://elsewhere.example.net/card.json" });
  const asked = (sameOrigin) => new PlanCache({ fetch }).plan("https://echo.example.com/card.json", { ...PROFILE, sameOrigin }, { skill: "echo" });
  assert.equal((await asked(true)).outcome.rejection.code, "noSharedInterface");
  const { outcome } = await asked(false);
  assert.deepEqual(outcome.findings.filter(({ code }) => code === "otherOrigin").map(({ pointer }) => pointer), ["/supportedInterfaces/0/url"]);
  await assert.rejects(ask("http://echo.example.com/card.json"), (error) => error instanceof CardFetchError && /not encrypted/.test(error.message));
});

test("stale-while-revalidate: the known plan at once, and the new card after", async () => {
  const one = await agent({ "cache-control": "max-age=60, stale-while-revalidate=60" });
  assert.deepEqual(await sources(one, 0), ["fetched"]);
  one.state.card = WITHOUT_STREAMING;
  one.pass(61);
  const stale = await one.plan();
  assert.deepEqual([stale.source, stale.outcome.plan.delivery.mode], ["stale", "stream"]);
  // Whoever comes while the request is under way waits for nothing either.
  const next = await until(one.plan, ({ source }) => source === "fresh");
  assert.equal(next.outcome.plan.delivery.mode, "poll");
  assert.equal(one.state.requests.length, 2);
  one.pass(121);
  assert.equal((await one.plan()).source, "fetched");
});

async function until(ask, isThere) {
  for (;;) {
    const found = await ask();
    if (isThere(found)) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("stale-if-error: the known plan while the agent fails, and not for ever", async () => {
  const one = await agent({ "cache-control": "max-age=60, stale-if-error=60" });
  await one.plan();
  for (const status of [503, 0]) {
    one.state.status = status;
    one.state.clock = START + 61_000;
    assert.equal((await one.plan()).source, "stale", String(status));
    one.pass(60);
    await assert.rejects(one.plan(), (error) => error instanceof CardFetchError && error.code === (status ? "status" : "network") && error.url === one.url);
  }
});

test("a card that has changed is planned again, and the change is told", async () => {
  const one = await agent({ "cache-control": "max-age=60" });
  assert.equal((await one.plan()).diff, undefined);
  one.state.card = WITHOUT_STREAMING;
  one.pass(61);
  const { outcome, diff, source } = await one.plan();
  assert.deepEqual([source, outcome.plan.delivery.mode], ["fetched", "poll"]);
  assert.deepEqual([diff.class, diff.skills[0].effect], ["degrading", "degraded"]);
  assert.equal((await one.plan()).diff.class, "degrading");
  assert.equal((await one.plan({ accepts: ["image/png"] })).diff.skills[0].effect, "same");
});

test("what is no card does not take the place of one", async () => {
  const one = await agent({ "cache-control": "max-age=60, stale-if-error=60" });
  await one.plan();
  one.state.card = { error: "maintenance" };
  one.pass(61);
  assert.equal((await one.plan()).source, "stale");
  one.pass(60);
  await assert.rejects(one.plan(), { name: "CardFetchError", code: "notACard" });
  one.state.card = CARD;
  assert.equal((await one.plan()).source, "fetched");
});

test("one request for many who ask at the same time, also when it fails", async () => {
  const one = await agent({ "cache-control": "max-age=60" });
  let release;
  one.state.hold = new Promise((resolve) => (release = resolve));
  const waiting = Array.from({ length: 20 }, (_, index) => one.plan(PROFILE, index % 2 ? { skill: "echo" } : {}));
  release();
  assert.deepEqual(new Set((await Promise.all(waiting)).map(({ source }) => source)), new Set(["fetched"]));
  assert.equal(one.state.requests.length, 1);
  one.state.status = 500;
  one.pass(61);
  const failing = await Promise.allSettled(Array.from({ length: 5 }, () => one.plan()));
  assert.ok(failing.every(({ status, reason }) => status === "rejected" && reason.status === 500));
  one.state.status = 200;
  assert.equal((await one.plan()).source, "fetched");
});

test("a degraded agent is marked, with the reason, since when, and when to try again", async () => {
  const one = await agent({ "cache-control": "max-age=3600" });
  await one.plan();
  one.cache.degrade(one.url, { action: "wait", reason: "the agent is busy", degraded: true, afterSeconds: 30 });
  assert.deepEqual((await one.plan()).degraded, { reason: "the agent is busy", since: START, retryAt: START + 30_000 });
  one.pass(30);
  assert.equal((await one.plan()).degraded, undefined);
  one.cache.degrade(one.url, { reason: "the agent gave up" });
  one.pass(600);
  assert.deepEqual((await one.plan()).degraded, { reason: "the agent gave up", since: START + 30_000 });
  one.cache.restore(one.url);
  assert.equal((await one.plan()).degraded, undefined);
  // A clock is often set right by a little.
  one.cache.degrade(one.url, { reason: "the agent is busy", afterSeconds: 30 });
  one.pass(-0.001);
  assert.equal((await one.plan()).degraded.reason, "the agent is busy");
  for (const slip of [{ reason: "x", afterSecond: 30 }, { reasn: "x" }, { afterSeconds: 30 }]) {
    assert.throws(() => one.cache.degrade(one.url, slip), { name: "NegotiatorInputError", document: "options" });
  }
});

test("a lockfile goes with the question, and a plan beyond it is refused", async () => {
  const one = await agent({ "cache-control": "max-age=60" });
  const lock = lockCard(CARD, PROFILE);
  const ask = (options) => one.cache.plan(one.url, PROFILE, { skill: "echo" }, options);
  assert.equal((await ask({ lock })).outcome.decision, "accept");
  one.state.card = WITHOUT_STREAMING;
  one.pass(61);
  assert.equal((await ask({ lock })).outcome.rejection.code, "lockViolation");
  assert.equal((await ask({})).outcome.decision, "accept");
  for (const wrong of [JSON.stringify(lock), null, {}, { ...lock, skills: 1 }, { ...lock, lockfileVersion: undefined }]) {
    await assert.rejects(ask({ lock: wrong }), NegotiatorInputError, JSON.stringify(wrong));
  }
});

test("the least recently used agent goes first, and so does a plan", async () => {
  const [a, b, c] = await Promise.all([agent({ "cache-control": "max-age=60" }), agent({ "cache-control": "max-age=60" }), agent({ "cache-control": "max-age=60" })]);
  const cache = new PlanCache({ now: () => START, maxAgents: 2, maxPlans: 1 });
  for (const { url } of [a, b, a, c, a, b]) await cache.plan(url, PROFILE);
  assert.equal(cache.size, 2);
  assert.deepEqual([a, b, c].map(({ state }) => state.requests.length), [1, 2, 1]);
  assert.equal(cache.delete(b.url), true);
  assert.equal(cache.delete(b.url), false);
  assert.equal(cache.size, 1);
});

test("refresh: the card is asked for again before it is used", async () => {
  const one = await agent({ "cache-control": "max-age=3600", etag: '"1"' });
  await one.plan();
  one.cache.refresh(one.url);
  assert.deepEqual(await sources(one, 0, 0), ["revalidated", "fresh"]);
});

test("refresh: what is on its way already is for those who wait for it alone", async () => {
  const one = await agent({ "cache-control": "max-age=3600" });
  let release;
  one.state.hold = new Promise((resolve) => (release = resolve));
  const early = one.plan();
  await until(async () => one.state.requests.length, (count) => count === 1);
  one.cache.refresh(one.url);
  one.state.hold = undefined;
  one.state.card = WITHOUT_STREAMING;
  const late = await one.plan();
  one.state.card = CARD;
  release();
  assert.deepEqual([(await early).outcome.plan.delivery.mode, late.outcome.plan.delivery.mode], ["stream", "poll"]);
  const now = await one.plan();
  assert.deepEqual([now.source, now.outcome.plan.delivery.mode, one.state.requests.length], ["fresh", "poll", 2]);
});

test("a signal ends the waiting of its caller, and the request when nobody waits any more", async () => {
  const one = await agent({ "cache-control": "max-age=60" });
  let release;
  one.state.hold = new Promise((resolve) => (release = resolve));
  const [stop, other] = [new AbortController(), new AbortController()];
  const ask = (signal) => one.cache.plan(one.url, PROFILE, { skill: "echo" }, { signal });
  const [left, stayed] = [ask(stop.signal), ask(other.signal)];
  await until(async () => one.state.requests.length, (count) => count === 1);
  const reason = new Error("enough");
  stop.abort(reason);
  await assert.rejects(left, reason);
  release();
  assert.equal((await stayed).source, "fetched");
  assert.equal(one.state.requests.length, 1);
  await assert.rejects(ask(stop.signal), reason);

  // The only one who waits leaves: also where what fetches does not listen.
  for (const listens of [true, false]) {
    let signal;
    const fetch = (_, init) =>
      new Promise((_, reject) => {
        signal = init.signal;
        if (listens) signal.addEventListener("abort", () => reject(signal.reason));
      });
    const cache = new PlanCache({ fetch });
    const last = new AbortController();
    const only = cache.plan(one.url, PROFILE, {}, { signal: last.signal });
    await until(async () => signal, Boolean);
    last.abort(reason);
    await assert.rejects(only, reason);
    assert.ok(signal.aborted);
  }
});

test("a clock that is set back, or tells no time, keeps nothing fresh", async () => {
  for (const [broken, mended] of [[START - 3_600_000, START - 3_600_000], [NaN, START], [undefined, START], [Infinity, START]]) {
    const one = await agent({ "cache-control": "max-age=60, stale-while-revalidate=600, stale-if-error=600" });
    assert.equal((await one.plan()).source, "fetched");
    const { requests } = one.state;
    const now = one.state.clock;
    one.state.clock = broken;
    one.cache.degrade(one.url, { reason: "busy", afterSeconds: 30 });
    one.state.headers = { date: new Date(START).toUTCString(), ...one.state.headers };
    assert.equal((await one.plan()).source, "fetched", String(broken));
    if (!Number.isFinite(broken)) {
      assert.equal((await one.plan()).source, "fetched", "each time, while it tells none");
      one.state.status = 500;
      await assert.rejects(one.plan(), { code: "status" });
      one.state.status = 200;
      assert.equal((await one.plan()).degraded, undefined, "nobody knows whether it is time");
    }
    one.state.clock = mended;
    one.state.headers = { "cache-control": "max-age=60", date: new Date(mended).toUTCString() };
    one.cache.refresh(one.url);
    assert.equal((await one.plan()).source, "fetched");
    assert.equal((await one.plan()).source, "fresh", `${broken} at ${now}`);
    assert.ok(requests.length >= 3);
  }
});

test("a clock that throws, or tells the time as no number, tells none", async () => {
  const fetch = async () => new Response(JSON.stringify(CARD), { headers: { "cache-control": "max-age=60" } });
  for (const now of [() => { throw new Error("no clock"); }, () => 5n, () => "5", () => Symbol("now")]) {
    const cache = new PlanCache({ fetch, now });
    cache.degrade("https://agent.example/", { reason: "busy", afterSeconds: 30 });
    for (let times = 0; times < 2; times += 1) assert.equal((await cache.plan("https://agent.example/", PROFILE)).source, "fetched");
  }
});

test("only what comes encrypted, or from this machine, is asked for", async () => {
  const asked = [];
  const fetch = async (url) => {
    asked.push(url);
    return new Response(JSON.stringify(CARD));
  };
  for (const url of ["http://agent.example/card.json", "http://10.0.0.1/", "http://localhost.example/", "http://127.0.0.1.example/", "ftp://agent.example/card.json", "data:application/json,{}", "file:///card.json", "blob:https://agent.example/1"]) {
    for (const use of [(cache) => cache.plan(url, PROFILE), async (cache) => cache.degrade(url, { reason: "x" }), async (cache) => cache.restore(url)]) {
      const cache = new PlanCache({ fetch });
      await assert.rejects(use(cache), (error) => error instanceof NegotiatorInputError && error.document === "url" && /is not encrypted/.test(error.message), url);
      assert.equal(cache.size, 0);
    }
  }
  assert.deepEqual(asked, []);
  for (const url of ["https://agent.example/", "http://localhost:8080/", "http://LOCALHOST./", "http://127.8.9.1/", "http://127.1/", "http://[::1]:1/", "http://[::ffff:127.0.0.1]/"]) {
    assert.equal((await new PlanCache({ fetch }).plan(url, PROFILE)).source, "fetched", url);
  }
});

test("a part of a card is none, nor is what is not there", async () => {
  for (const status of [201, 204, 206]) {
    const one = await agent();
    one.state.status = status;
    await assert.rejects(one.plan(), { name: "CardFetchError", code: "status", status }, String(status));
  }
  const part = new Response(JSON.stringify(CARD), { status: 206, headers: { "content-range": "bytes 0-9/100" } });
  await assert.rejects(new PlanCache({ fetch: async () => part }).plan("https://agent.example/", PROFILE), { code: "status", status: 206 });
  const asTransformed = new Response(JSON.stringify(CARD), { status: 203 });
  assert.equal((await new PlanCache({ fetch: async () => asTransformed }).plan("https://agent.example/", PROFILE)).source, "fetched");
});

test("an error says the address without what may be secret in it", async () => {
  const url = "https://name:s3cret@agent.example/card.json?key=s3cret#s3cret";
  for (const fetch of [async () => new Response("", { status: 500 }), async () => new Response("[]"), undefined, async () => { throw new Error(`cannot get ${url}`); }]) {
    await assert.rejects(new PlanCache({ ...(fetch && { fetch }) }).plan(url, PROFILE), (error) => {
      assert.ok(error instanceof CardFetchError);
      assert.equal(error.url, "https://agent.example/card.json");
      assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes("s3cret"), inspect(error));
      return true;
    });
  }
});

test("the profile learns where the card came from, unless it says so", async () => {
  const one = await agent();
  one.state.card = { ...CARD, supportedInterfaces: [{ url: "/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] };
  assert.equal((await one.plan()).outcome.plan.url, new URL("/a2a", one.url).href);
  const { outcome } = await one.plan({ ...PROFILE, cardUrl: "https://elsewhere.example.com/" });
  assert.equal(outcome.plan.url, "https://elsewhere.example.com/a2a");
  for (const form of [{ ...PROFILE, cardUrl: null }, `\ufeff${JSON.stringify(PROFILE)}`]) {
    assert.equal((await one.plan(form)).outcome.plan?.url, new URL("/a2a", one.url).href);
  }
});

test("an answer without end is not read to its end", async () => {
  const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20).fill(32)) });
  const cache = new PlanCache({ fetch: async () => new Response(body()) });
  await assert.rejects(cache.plan("https://agent.example.com/", PROFILE), { name: "CardFetchError", code: "tooLarge" });
});

test("misuse is an error, and nothing is kept of it", async () => {
  const one = await agent({ "cache-control": "max-age=60" });
  await assert.rejects(one.plan({ versions: 1 }), (error) => error instanceof NegotiatorInputError && error.document === "profile");
  await assert.rejects(one.plan(PROFILE, "{"), { document: "intent" });
  assert.throws(() => new PlanCache([]), { name: "NegotiatorInputError", document: "options" });
  await assert.rejects(one.cache.plan("no address", PROFILE), { name: "NegotiatorInputError", document: "url" });
  assert.equal((await one.plan()).outcome.decision, "accept");
});
