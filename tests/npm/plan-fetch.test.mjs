// `planFetch`: what goes over the wire, and what is refused before anything does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";

import { importPackage, workspace } from "./consumer.mjs";
import { json, serve } from "./server.mjs";

const { PlanFetchError, buildRequest, call, negotiate, planFetch } = await importPackage();

const SECRET = "s3cret/+ of mine";
const bearer = {
  scheme: "bearer",
  kind: "http",
  placement: { in: "header", name: "Authorization", prefix: "Bearer " },
  scopes: [],
};
const key = (place, name) => ({ scheme: "key", kind: "apiKey", placement: { in: place, name, prefix: "" }, scopes: [] });

/** The plan of a call to `url`. */
function planFor(url, credentials = [], more = {}) {
  return {
    url,
    binding: "JSONRPC",
    version: "1.0",
    credentials,
    inputModes: ["text/plain"],
    acceptedOutputModes: ["text/plain"],
    delivery: { mode: "poll", fallbacks: [], returnImmediately: true },
    extensions: [],
    headers: { "A2A-Version": "1.0", "A2A-Extensions": "https://example.com/a,https://example.com/b" },
    fetchExtendedCard: false,
    ...more,
  };
}

/** The error of a request that must fail, which holds no secret, however it is looked at. */
async function failure(promise) {
  const error = await promise.then(
    () => assert.fail("the request was not refused"),
    (thrown) => thrown,
  );
  for (const form of [SECRET, encodeURIComponent(SECRET), "s3cret"]) {
    assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes(form), inspect(error));
  }
  assert.ok(error instanceof PlanFetchError, inspect(error));
  assert.ok(error.help.length > 0 && error.message.length > 0);
  return error;
}

const echo = await serve((request, response) => json(response, request));
const asked = [];
const credentials = (credential, circumstances) => {
  asked.push([credential.scheme, circumstances]);
  return SECRET;
};

test("the plan's headers and the credential are set, in place of what the caller has there", async () => {
  const send = planFetch(planFor(echo.url, [bearer]), { credentials });
  const headers = { authorization: "Bearer {bearer}", "a2a-version": "0.3", "x-own": "kept" };
  const seen = await (await send(`${echo.url}/a2a`, { method: "POST", headers, body: "{}" })).json();
  assert.equal(seen.headers.authorization, `Bearer ${SECRET}`);
  assert.equal(seen.headers["a2a-version"], "1.0");
  assert.equal(seen.headers["a2a-extensions"], "https://example.com/a,https://example.com/b");
  assert.equal(seen.headers["x-own"], "kept");
  assert.deepEqual([seen.method, seen.url, seen.body], ["POST", "/a2a", "{}"]);
});

test("the callback is asked for every request, may answer later, and cannot change the plan", async () => {
  asked.length = 0;
  const plan = planFor(echo.url, [bearer]);
  let count = 0;
  const send = planFetch(plan, {
    credentials: async (credential, circumstances) => {
      credentials(credential, circumstances);
      credential.placement.name = "X-Other";
      count += 1;
      return `token-${count}`;
    },
  });
  plan.headers["A2A-Version"] = "changed";
  for (const expected of ["Bearer token-1", "Bearer token-2"]) {
    const { headers } = await (await send(echo.url)).json();
    assert.equal(headers.authorization, expected);
    assert.equal(headers["a2a-version"], "1.0");
  }
  assert.deepEqual(asked, [["bearer", { refused: false }], ["bearer", { refused: false }]]);
});

test("a key goes into the header, the query or the cookie that the card names", async () => {
  const seen = async (place, name, url, headers) =>
    (await planFetch(planFor(echo.url, [key(place, name)]), { credentials: () => "a b&c" })(url, { headers })).json();
  assert.equal((await seen("header", "X-Key", echo.url)).headers["x-key"], "a b&c");
  const { url } = await seen("query", "key", `${echo.url}/x?page=1&key={key}`);
  assert.deepEqual([...new URL(url, echo.url).searchParams], [["page", "1"], ["key", "a b&c"]]);
  const cookie = planFetch(planFor(echo.url, [key("cookie", "sid")]), { credentials: () => "abc" });
  const { headers } = await (await cookie(echo.url, { headers: { cookie: "theme=dark; sid={key}" } })).json();
  assert.equal(headers.cookie, "theme=dark; sid=abc");
});

test("all credentials of the plan are presented", async () => {
  const send = planFetch(planFor(echo.url, [bearer, key("header", "X-Key")]), { credentials: ({ scheme }) => `for-${scheme}` });
  const { headers } = await (await send(echo.url)).json();
  assert.deepEqual([headers.authorization, headers["x-key"]], ["Bearer for-bearer", "for-key"]);
});

test("a `Request` is taken too, with its method, headers and body", async () => {
  for (const credential of [bearer, key("query", "key")]) {
    const send = planFetch(planFor(echo.url, [credential]), { credentials });
    const request = new Request(`${echo.url}/r`, { method: "PUT", headers: { "x-own": "kept" }, body: "text" });
    const seen = await (await send(request)).json();
    assert.deepEqual([seen.method, seen.body, seen.headers["x-own"], seen.headers["a2a-version"]], ["PUT", "text", "kept", "1.0"]);
    assert.ok((seen.headers.authorization ?? seen.url).includes("s3cret"));
  }
  const given = await planFetch(planFor(echo.url))(new URL(`${echo.url}/u`));
  assert.equal((await given.json()).url, "/u");
});

test("bodies and answers stream, and an abort ends both with the caller's reason", async () => {
  let closed;
  const slow = await serve((request, response) => {
    closed = new Promise((resolve) => response.on("close", resolve));
    response.writeHead(200).write(request.body);
  });
  const send = planFetch(planFor(slow.url));
  const stop = new AbortController();
  const body = new Blob(["one ", "two"]).stream();
  const response = await send(slow.url, { method: "POST", body, duplex: "half", signal: stop.signal });
  const reader = response.body.getReader();
  assert.equal(Buffer.from((await reader.read()).value).toString(), "one two");
  const reason = new Error("enough");
  stop.abort(reason);
  await assert.rejects(reader.read(), reason);
  await closed;
  await assert.rejects(send(slow.url, { signal: stop.signal }), reason);
  const silent = await serve(() => undefined);
  await assert.rejects(planFetch(planFor(silent.url))(silent.url, { signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
  const waits = planFetch(planFor(slow.url, [bearer]), { credentials: () => new Promise(() => {}) });
  await assert.rejects(waits(slow.url, { signal: AbortSignal.timeout(5) }), { name: "TimeoutError" });
});

test("an abort ends the waiting also where the given `fetch` does not listen", async () => {
  const reason = new Error("enough");
  const deaf = { fetch: () => new Promise(() => {}) };
  const stop = new AbortController();
  const waiting = planFetch(planFor("https://agent.example"), deaf)("https://agent.example/", { signal: stop.signal });
  const calling = call(planFor("https://agent.example"), { parts: [{ text: "x" }] }, { ...deaf, signal: stop.signal }).result();
  stop.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(calling, reason);
  // Nor does an answer that never comes to its end keep anybody.
  for (const type of ["application/json", "text/event-stream"]) {
    const silent = async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), { headers: { "content-type": type } });
    const later = new AbortController();
    const reading = call(planFor("https://agent.example"), { parts: [{ text: "x" }] }, { fetch: silent, signal: later.signal }).result();
    setTimeout(() => later.abort(reason), 5);
    await assert.rejects(reading, reason);
    const late = call(planFor("https://agent.example"), { parts: [{ text: "x" }] }, { fetch: silent, timeoutSeconds: 0.01 }).result();
    if (type === "application/json") await assert.rejects(late, { name: "CallError" });
    else late.catch(() => undefined);
  }
});

test("nothing is sent where the task could not be asked for afterwards", async () => {
  const before = echo.requests.length;
  for (const name of ["tenant", "historyLength"]) {
    const plan = planFor(echo.url, [key("query", name)], { binding: "HTTP+JSON", tenant: "t" });
    await assert.rejects(call(plan, { parts: [{ text: "x" }] }, { credentials, historyLength: 1 }).result(), { name: "NegotiatorInputError", code: "unsupported" });
  }
  assert.equal(echo.requests.length, before);
});

test("no request to another origin is sent, and no secret asked for", async () => {
  asked.length = 0;
  const before = echo.requests.length;
  const { port } = new URL(echo.url);
  const send = planFetch(planFor("https://agent.example/a2a", [bearer]), { credentials });
  const local = planFetch(planFor(echo.url, [bearer]), { credentials });
  for (const promise of [
    send(`${echo.url}/?key=${encodeURIComponent(SECRET)}`),
    send("https://agent.example:8443/a2a"),
    send("http://agent.example/a2a"),
    send("https://agent.example.evil.example/a2a"),
    send(new Request("https://other.example/")),
    send(`data:text/plain,${encodeURIComponent(SECRET)}`),
    send("blob:https://agent.example/7f3c"),
    send("file:///etc/hosts"),
    local(`blob:${echo.url}/7f3c`),
    local(`http://localhost:${port}/`),
    local(`http://me:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/`),
  ]) {
    assert.equal((await failure(promise)).code, "otherOrigin");
  }
  assert.equal((await failure(send("/a2a"))).code, "wrongRequest");
  assert.equal((await failure(local(echo.url, { headers: { "x-own": `${SECRET}\nx` } }))).code, "wrongRequest");
  assert.equal(echo.requests.length, before);
});

test("the default port of a scheme is the same origin, and so is another path", async () => {
  const urls = [];
  const fake = async (url) => {
    urls.push(url);
    return new Response("{}");
  };
  const send = planFetch(planFor("https://agent.example:443/a2a"), { fetch: fake });
  await send("https://AGENT.example/other?x=1");
  assert.deepEqual(urls, ["https://agent.example/other?x=1"]);
});

test("a missing secret is an error that names the scheme, and nothing is sent", async () => {
  const before = echo.requests.length;
  for (const source of [undefined, () => undefined, async () => undefined, () => ""]) {
    const error = await failure(planFetch(planFor(echo.url, [bearer]), { credentials: source })(echo.url));
    assert.deepEqual([error.code, error.scheme], ["noCredential", "bearer"]);
    assert.match(error.message, /`bearer`/);
  }
  const cause = new Error("the vault is closed");
  const failing = planFetch(planFor(echo.url, [bearer]), {
    credentials: () => {
      throw cause;
    },
  });
  const error = await failure(failing(echo.url));
  assert.deepEqual([error.code, error.scheme, error.cause], ["credentialsFailed", "bearer", cause]);
  assert.equal(echo.requests.length, before);
});

test("a secret that cannot stand at its place is an error that does not say it", async () => {
  for (const [credential, secret] of [
    [bearer, `${SECRET}\r\nX-Evil: 1`],
    [key("header", "no header"), SECRET],
    [key("cookie", "sid"), `${SECRET}; other=1`],
  ]) {
    const error = await failure(planFetch(planFor(echo.url, [credential]), { credentials: () => secret })(echo.url));
    assert.deepEqual([error.code, error.scheme], ["unsendableCredential", credential.scheme]);
  }
});

test("an error of the network says what the matter is, without the secret in the URL", async () => {
  const gone = await planFetch(planFor("http://127.0.0.1:9", [key("query", "key")]), { credentials })("http://127.0.0.1:9").catch(
    (thrown) => thrown,
  );
  assert.equal(gone.code, "network");
  for (const [wrap, words] of [
    [(url) => new Error(`cannot get ${url}`), "cannot get https"],
    [(url) => new TypeError("fetch failed", { cause: new Error(`no route to ${url}`) }), "fetch failed: no route to"],
    [(url) => ({ toString: () => url }), "https"],
  ]) {
    const fake = async (url) => {
      throw wrap(url);
    };
    const send = planFetch(planFor("https://agent.example", [key("query", "key")]), { credentials, fetch: fake });
    const error = await failure(send("https://agent.example/x"));
    assert.equal(error.code, "network");
    assert.ok(error.message.includes(words) && error.message.includes("{key}"), error.message);
  }
});

test("a redirect within the origin is followed, with everything set again, and a few times only", async () => {
  const server = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://x");
    const status = Number(searchParams.get("status") ?? 307);
    if (pathname === "/user") response.writeHead(307, { location: `http://${SECRET.slice(0, 6)}:x@${request.headers.host}/to` }).end();
    else if (pathname === "/blob") response.writeHead(307, { location: `blob:http://${request.headers.host}/7f3c` }).end();
    else if (pathname === "/loop") response.writeHead(307, { location: "/loop" }).end();
    else if (pathname === "/from") response.writeHead(status, { location: "/to" }).end();
    else json(response, request);
  });
  const send = planFetch(planFor(server.url, [key("query", "key")]), { credentials });
  for (const init of [{ method: "POST", body: "{}" }, { method: "POST", body: Buffer.from("{}") }]) {
    const seen = await (await send(`${server.url}/from?status=308`, init)).json();
    assert.deepEqual([seen.method, seen.body, seen.headers["a2a-version"]], ["POST", "{}", "1.0"]);
    assert.equal(new URL(seen.url, server.url).searchParams.get("key"), SECRET);
  }
  for (const status of [301, 302, 303, 307, 308]) assert.equal((await send(`${server.url}/from?status=${status}`)).status, 200);
  const before = server.requests.length;
  for (const path of ["blob", "user"]) assert.equal((await failure(send(`${server.url}/${path}`))).code, "redirected");
  assert.equal((await failure(send(`${server.url}/loop`))).code, "redirected");
  assert.equal(server.requests.length - before, 6);
  // What could not be repeated as it is.
  const body = () => new Blob(["{}"]).stream();
  for (const [status, init] of [
    [302, { method: "POST", body: "{}" }],
    [303, { method: "POST", body: "{}" }],
    [307, { method: "POST", body: body(), duplex: "half" }],
    [307, { redirect: "error" }],
  ]) {
    assert.equal((await failure(send(`${server.url}/from?status=${status}`, init))).code, "redirected");
  }
  const manual = await send(`${server.url}/from`, { redirect: "manual" });
  assert.deepEqual([manual.status, manual.headers.get("location")], [307, "/to"]);
});

test("the body of a redirect is not waited for, and may be one that cannot be ended", async () => {
  const url = "https://agent.example.com/a2a";
  for (const body of [{ cancel: () => new Promise(() => {}) }, {}, { cancel: () => { throw new Error("no"); } }]) {
    const answers = [{ status: 307, body }, { status: 200, body: null }];
    const send = async () => ({ url, type: "default", headers: new Headers({ location: "/other" }), ...answers.shift() });
    assert.equal((await planFetch(planFor(url), { fetch: send })(url)).status, 200);
  }
});

test("a redirect to another origin is not followed", async () => {
  const other = await serve((_, response) => json(response, {}));
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await serve((request, response) =>
      response.writeHead(status, { location: `${other.url}/${new URL(request.url, "http://x").searchParams.get("key")}` }).end(),
    );
    const send = planFetch(planFor(server.url, [key("query", "key")]), { credentials });
    const error = await failure(send(server.url));
    assert.equal(error.code, "redirected");
    assert.ok(error.message.includes("another origin"));
  }
  assert.equal(other.requests.length, 0);
  // A `fetch` that follows it all the same is found out.
  const server = await serve((_, response) => response.writeHead(302, { location: other.url }).end());
  const disobedient = (url, init) => fetch(url, { ...init, redirect: "follow" });
  assert.equal((await failure(planFetch(planFor(server.url), { fetch: disobedient })(server.url))).code, "redirected");
});

test("a plan that `fetch` cannot carry out is refused at once", () => {
  const tls = { scheme: "mtls", kind: "mutualTLS", placement: { in: "tls", name: "", prefix: "" }, scopes: [] };
  const unknown = { scheme: "odd", kind: "unknown", scopes: [] };
  for (const plan of [
    planFor("agent.example:443", [], { binding: "GRPC" }),
    planFor("https://agent.example", [], { binding: "GRPC" }),
    planFor("wss://agent.example", [], { binding: "https://example.com/websocket" }),
    planFor("https://agent.example", [tls]),
    planFor("https://agent.example", [unknown]),
  ]) {
    assert.throws(() => planFetch(plan, { credentials }), { name: "PlanFetchError", code: "notOverFetch" });
  }
});

test("what has no place in a request is left to no `fetch`", () => {
  const card = (scheme) => ({ name: "A", url: "https://agent.example", protocolVersion: "0.3.0", skills: [], securitySchemes: { http: { type: "http", scheme }, odd: {} }, security: [{ http: [] }] });
  const unplaced = ["", "b r"].map((scheme) => negotiate(card(scheme), { credentials: ["http"], accepts: ["text/plain"] }).plan);
  unplaced.push(planFor("https://agent.example", [{ scheme: "odd", kind: "unknown", scopes: [] }]));
  for (const plan of unplaced) {
    assert.equal(plan.credentials[0].placement, undefined);
    assert.throws(() => planFetch(plan, { credentials, fetch: () => assert.fail("it was sent") }), (error) => {
      assert.deepEqual([error.name, error.code], ["PlanFetchError", "notOverFetch"]);
      assert.match(error.help, /another of the card's requirements/);
      return true;
    });
  }
});

test("a plan with two things at one place is refused at once, as `buildRequest` refuses it", () => {
  const oauth = { ...bearer, scheme: "oauth", kind: "oauth2" };
  const other = (credential) => ({ ...credential, scheme: "other" });
  const url = "https://agent.example/a2a?page=1&%6b+y=2";
  for (const credentials of [
    [bearer, oauth],
    [bearer, key("header", "authorization")],
    [key("query", "key"), other(key("query", "key"))],
    [key("query", "page")],
    [key("query", "k y")],
    [key("cookie", "sid"), key("cookie", "x"), other(key("cookie", "sid"))],
    [key("cookie", "sid"), other(key("header", "Cookie"))],
    ...readFileSync(join(workspace, "negotiator/src/request/own_headers.txt"), "utf8").trim().split("\n").map((name) => [key("header", name.toUpperCase())]),
  ]) {
    const plan = planFor(url, credentials);
    assert.throws(() => planFetch(plan, { credentials: () => SECRET }), { name: "PlanFetchError", code: "unsendablePlan" }, JSON.stringify(credentials));
    assert.throws(() => buildRequest(plan, null, { operation: "getTask", taskId: "t" }), { code: "unsupported" }, JSON.stringify(credentials));
  }
  for (const headers of [{ "A2A-Extensions": "https://example.com/größe" }, { "A2A-Extensions": "https://example.com/値" }, { "A2A Version": "1.0" }]) {
    const plan = planFor(url, [], { headers });
    assert.throws(() => planFetch(plan), { name: "PlanFetchError", code: "unsendablePlan" });
    assert.throws(() => buildRequest(plan, null, { operation: "getTask", taskId: "t" }), { code: "wrongShape" });
  }
});

test("a scheme may have any name, and a request that was built be sent", async () => {
  const plan = planFor(`${echo.url}/a2a`, [{ ...key("header", "X-Key"), scheme: "ключ" }]);
  const { url, method, headers, body } = buildRequest(plan, { messageId: "m", parts: [{ text: "x" }] });
  const send = planFetch(plan, { credentials: ({ scheme }) => `for ${scheme.length}` });
  const seen = await (await send(url, { method, headers, body: JSON.stringify(body) })).json();
  assert.equal(seen.headers["x-key"], "for 4");
});

test("what is no plan is misuse that says what is missing", () => {
  const whole = planFor(echo.url, [bearer]);
  for (const plan of [null, undefined, "{}", [], 1, { decision: "reject" }]) {
    assert.throws(() => planFetch(plan), { name: "NegotiatorInputError", code: "wrongShape", document: "plan" });
  }
  for (const [field, value] of [["url", 1], ["binding", undefined], ["headers", null], ["headers", { a: 1 }], ["credentials", {}], ["credentials", [null]], ["credentials", [{ scheme: "a", placement: {} }]]]) {
    assert.throws(() => planFetch({ ...whole, [field]: value }), (error) => error.code === "wrongShape" && error.message.includes(`\`${field}\``));
  }
});

test("what no request can hold is left to the given `fetch`, and no secret asked for", async () => {
  asked.length = 0;
  const tls = { scheme: "mtls", kind: "mutualTLS", placement: { in: "tls", name: "", prefix: "" }, scopes: [] };
  const fake = async (_, init) => new Response(JSON.stringify([...init.headers]));
  const send = planFetch(planFor("https://agent.example", [tls, bearer]), { credentials, fetch: fake });
  const headers = Object.fromEntries(await (await send("https://agent.example/")).json());
  assert.equal(headers.authorization, `Bearer ${SECRET}`);
  assert.deepEqual(asked.map(([scheme]) => scheme), ["bearer"]);
});

test("the README's example sends the request that the plan means", async () => {
  const readme = readFileSync(join(workspace, "negotiator/npm/README.md"), "utf8");
  const [, code] = /## Sending as planned\n\n```ts\nimport .*\n([\s\S]*?)```/.exec(readme);
  const names = ["buildRequest", "planFetch", "plan", "tokenFor"];
  const example = new Function(...names, `return (async () => { ${code}; return answer; })();`);
  const answer = await example(buildRequest, planFetch, planFor(echo.url, [bearer]), async () => SECRET);
  const { body, headers } = await answer.json();
  assert.equal(JSON.parse(body).params.message.parts.length, 1);
  assert.equal(JSON.parse(body).method, "SendMessage");
  assert.equal(headers.authorization, `Bearer ${SECRET}`);
});

test("an outcome in place of its plan is misuse that says so", () => {
  for (const given of [{ decision: "accept", plan: planFor(echo.url) }, undefined]) {
    for (const use of [() => planFetch(given), () => call(given, { parts: [{ text: "hi" }] })]) {
      assert.throws(use, (error) => error.name === "NegotiatorInputError" && /`outcome\.plan`/.test(error.help));
    }
  }
});
