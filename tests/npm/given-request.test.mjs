// `planFetch` with what is no request, and with a `fetch` that does not answer as `fetch` does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { planFor } from "./agent.mjs";
import { importPackage } from "./consumer.mjs";
import { json, serve } from "./server.mjs";

const { CardFetchError, PlanCache, PlanFetchError, call, planFetch } = await importPackage();

const URL_ = "https://agent.example/a2a";
const KEY = { scheme: "key", kind: "apiKey", placement: { in: "query", name: "key", prefix: "" }, scopes: [] };
const TOKEN = { scheme: "token", kind: "http", placement: { in: "header", name: "Authorization", prefix: "Bearer " }, scopes: [] };
const MESSAGE = { parts: [{ text: "how large is the market?" }] };
const planned = (credentials = []) => planFor({ url: URL_, mode: "poll", credentials });
const credentials = () => "a s3cret&";

const failureOf = (promise) => promise.then(() => assert.fail("it did not fail"), (error) => error);

test("what is no request is refused as such, and nothing is sent", async () => {
  const used = new Request(URL_, { method: "POST", body: "x" });
  await used.text();
  const locked = new Blob(["x"]).stream();
  locked.getReader();
  let sent = 0;
  const fetch = async () => new Response(String((sent += 1)));
  for (const [input, init] of [
    [used],
    [URL_, { method: "POST", body: locked, duplex: "half" }],
    [{ url: URL_, headers: {}, method: "POST" }],
    [Symbol("x")],
    [undefined],
    [null],
    [URL_, { method: 5 }],
    [URL_, { method: null }],
    [URL_, { method: Symbol("POST") }],
    [URL_, { method: "P ST" }],
    [URL_, { method: "GET", body: "x" }],
    [URL_, { get body() { throw new Error("a s3cret"); } }],
    [URL_, { signal: {} }],
  ]) {
    const error = await failureOf(planFetch(planned(), { fetch })(input, init));
    assert.ok(error instanceof PlanFetchError, inspect(error));
    assert.equal(error.code, "wrongRequest", inspect(error));
    assert.doesNotMatch(inspect(error), /s3cret/);
  }
  assert.equal(sent, 0);
  // A body that is given takes the place of the one that was read.
  assert.equal(await (await planFetch(planned(), { fetch })(used, { body: "y" })).text(), "1");
});

test("a request goes where the platform sends it, and no class of the caller's hides that", async () => {
  class Disguised extends Request {
    get url() {
      return URL_;
    }
  }
  const asked = [];
  const send = planFetch(planned([TOKEN]), { fetch: async () => new Response(""), credentials: () => asked.push("asked") && "x" });
  assert.equal((await failureOf(send(new Disguised("https://elsewhere.example/")))).code, "otherOrigin");
  assert.deepEqual(asked, []);
});

test("a `fetch` may answer at once, and what is no answer is told as that", async () => {
  const { signal } = new AbortController();
  assert.equal((await planFetch(planned(), { fetch: () => new Response("x") })(URL_, { signal })).status, 200);
  const throwing = { get status() { throw new Error("no"); } };
  for (const answer of [undefined, null, 5, {}, { ok: true, status: 200 }, { status: 200, headers: {} }, throwing]) {
    for (const fetch of [() => answer, async () => answer]) {
      for (const init of [{}, { signal }]) assert.equal((await failureOf(planFetch(planned(), { fetch })(URL_, init))).code, "noResponse");
      const error = await failureOf(call(planned(), MESSAGE, { fetch }).result());
      assert.deepEqual([error.name, error.code], ["PlanFetchError", "noResponse"]);
      const card = await failureOf(new PlanCache({ fetch }).plan("https://agent.example/", {}));
      assert.ok(card instanceof CardFetchError && card.code === "network", inspect(card));
      assert.match(card.message, /answered with what is no `Response`/);
    }
  }
});

test("where no connection was made, it is said that nothing was sent", async () => {
  const closed = await serve(() => undefined);
  await closed.stop();
  const gone = await failureOf(planFetch(planFor({ url: closed.url, mode: "poll" }))(closed.url));
  assert.deepEqual([gone.code, /nothing was sent/.test(gone.help)], ["unreachable", true]);
  const failing = (code) => () => { throw new TypeError("fetch failed", { cause: Object.assign(new Error(`getaddrinfo ${code} agent.example`), { code }) }); };
  for (const [code, expected] of [["ENOTFOUND", "unreachable"], ["EAI_AGAIN", "unreachable"], ["ECONNRESET", "network"], ["ETIMEDOUT", "network"]]) {
    const fetch = failing(code);
    assert.equal((await failureOf(planFetch(planned(), { fetch })(URL_))).code, expected);
    const error = await failureOf(call(planned(), MESSAGE, { fetch }).result());
    assert.deepEqual([error.failure.transport, error.action.error, error.cause.code], [expected, expected, expected]);
    assert.equal(/may have been taken/.test(error.message), expected === "network");
    assert.ok(error.message.includes(`getaddrinfo ${code}`), error.message);
  }
  // The first of two requests has arrived.
  let times = 0;
  const redirecting = async () => (times++ === 0 ? new Response(null, { status: 307, headers: { location: "/b" } }) : failing("ECONNREFUSED")());
  assert.equal((await failureOf(planFetch(planned(), { fetch: redirecting })(URL_))).code, "network");
});

test("a key in the query leaves the rest of the URL as it is written", async () => {
  const echo = await serve((request, response) => json(response, request));
  const send = planFetch(planFor({ url: echo.url, mode: "poll", credentials: [KEY] }), { credentials });
  const key = "key=a+s3cret%26";
  for (const [given, expected] of [
    ["", `?${key}`],
    ["?", `?${key}`],
    ["?a=%20b~&c=%2F&d&&e=ü'", `?a=%20b~&c=%2F&d&&e=%C3%BC%27&${key}`],
    ["?a=+&key=one&b=%7e&key=two&%6Bey=three&keys=x", `?a=+&${key}&b=%7e&keys=x`],
    ["?&a", `?&a&${key}`],
  ]) {
    const { url } = await (await send(`${echo.url}/p${given}#part`)).json();
    assert.equal(url, `/p${expected}`);
  }
});
