// Signatures of cards: published vectors, every algorithm both ways, and tampering.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import * as esbuild from "esbuild";

import { readCases } from "../support/cases.mjs";
import { keyPair } from "../support/keys.mjs";
import { importPackage, workspace } from "./consumer.mjs";

const { NegotiatorInputError, negotiate, readCard, signCard, verifyCard } = await importPackage();
const [research] = readCases("gallery").find(({ name }) => name === "gallery/research-agent").arguments;
const ALGORITHMS = ["ES256", "ES384", "RS256", "PS256", "EdDSA"];

/** What the package does not export. */
const { decode, encode, payloadOf, verify } = await internals();

/** A card that says nothing which is the default anyway, so that nothing of it is left unsigned. */
const card = JSON.parse(payloadOf(research));

async function internals() {
  const contents = 'export * from "./card-payload.js"; export * from "./jws.js";';
  const resolveDir = join(workspace, "negotiator/npm/src");
  const { outputFiles } = await esbuild.build({ stdin: { contents, resolveDir }, bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const statuses = async (...given) => (await verifyCard(...given)).map(({ status }) => status);

test("the published signatures of RFC 7515 and RFC 8037 hold, and no other bytes do", async () => {
  const joe = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
  const vectors = [
    ["RS256", { kty: "RSA", n: "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ", e: "AQAB" }, `eyJhbGciOiJSUzI1NiJ9.${joe}`, "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"],
    ["ES256", { kty: "EC", crv: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" }, `eyJhbGciOiJFUzI1NiJ9.${joe}`, "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"],
    ["EdDSA", { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }, "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc", "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"],
  ];
  for (const [algorithm, key, signed, signature] of vectors) {
    const bytes = decode(signature);
    assert.equal(encode(bytes), signature);
    assert.equal(await verify(algorithm, key, bytes, signed), true, algorithm);
    assert.equal(await verify(algorithm, key, bytes, `${signed}A`), false, algorithm);
    bytes[5] ^= 1;
    assert.equal(await verify(algorithm, key, bytes, signed), false, algorithm);
  }
});

test("what is signed is the example of the specification (8.4.1), in the form of RFC 8785", () => {
  const fragment = { name: "Example Agent", description: "", capabilities: { streaming: false, pushNotifications: false, extensions: [] }, skills: [], signatures: [{}] };
  assert.equal(payloadOf(fragment), '{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}');
  const example = JSON.parse(String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`);
  assert.equal(payloadOf(example), String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`);
  const defaults = {
    securityRequirements: [{ schemes: { key: { list: [] } } }, { schemes: {} }],
    securitySchemes: { key: { apiKeySecurityScheme: { description: "", location: "header", name: "X" } }, tls: { mtlsSecurityScheme: {} } },
    skills: [{ id: "a", tags: [], examples: [], inputModes: null, securityRequirements: [] }],
    supportedInterfaces: [{ url: "u", tenant: "" }],
  };
  assert.deepEqual(JSON.parse(payloadOf(defaults)), {
    securityRequirements: [{ schemes: { key: {} } }, {}],
    securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "X" } }, tls: { mtlsSecurityScheme: {} } },
    skills: [{ id: "a", tags: [] }],
    supportedInterfaces: [{ url: "u" }],
  });
});

test("every algorithm signs and verifies, beside signatures that were there", async () => {
  let signed = card;
  const keys = [];
  for (const algorithm of ALGORITHMS) {
    const { secret, open } = await keyPair(algorithm, algorithm.toLowerCase());
    keys.push(open);
    signed = await signCard(signed, secret, { algorithm, jku: "https://agent.example.com/keys.json" });
  }
  const found = await verifyCard(JSON.stringify(signed, null, 2), { keys });
  assert.deepEqual(found.map(({ alg, status }) => [alg, status]), ALGORITHMS.map((name) => [name, "valid"]));
  assert.deepEqual(found[0], { kid: "es256", alg: "ES256", jku: "https://agent.example.com/keys.json", status: "valid", message: "the signature holds" });
  assert.deepEqual(await statuses(signed, JSON.stringify({ keys: keys.slice(1) })), ["unknownKey", "valid", "valid", "valid", "valid"]);
  const { open: other } = await keyPair("ES256", "es256");
  assert.deepEqual(await statuses(signed, { keys: [other] }), ["invalid", ...Array(4).fill("unknownKey")]);
  assert.deepEqual(await statuses(signed, { keys: [other, keys[0]] }, { algorithms: ["ES256"] }), ["valid", ...Array(4).fill("unsupported")]);
  const { decision, rejection } = negotiate(signed, { requireSignature: true, accepts: ["image/png"] }, { verified: found });
  assert.equal(decision, "reject");
  assert.notEqual(rejection.code, "signatureRequired");
  assert.deepEqual(await verifyCard(card, { keys }), []);
});

test("tampering with any single member is detected", async () => {
  const { secret, open } = await keyPair("ES256", "k");
  const signed = await signCard(card, secret);
  const places = list(card, []);
  assert.ok(places.length > 40, `${places.length} places`);
  for (const path of places) {
    for (const change of [remove, replace, ...(isObject(at(card, path)) ? [add] : [])]) {
      const tampered = structuredClone(signed);
      change(tampered, path);
      assert.deepEqual(await statuses(tampered, { keys: [open] }), ["invalid"], `${change.name} ${path.join("/")}`);
    }
  }
  const other = { ...signed, extra: 1 };
  assert.deepEqual(await statuses(other, { keys: [open] }), ["invalid"]);
  const reordered = Object.fromEntries(Object.entries(signed).reverse());
  assert.deepEqual(await statuses(reordered, { keys: [open] }), ["valid"]);
});

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const at = (value, path) => path.reduce((inner, key) => inner[key], value);
const list = (value, path) => [
  ...(path.length > 0 ? [path] : []),
  ...(typeof value === "object" && value !== null ? Object.keys(value).flatMap((key) => list(value[key], [...path, key])) : []),
];
function remove(document, path) {
  const parent = at(document, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
  else delete parent[path.at(-1)];
}
function replace(document, path) {
  const parent = at(document, path.slice(0, -1));
  parent[path.at(-1)] = typeof parent[path.at(-1)] === "boolean" ? !parent[path.at(-1)] : ["another value"];
}
function add(document, path) {
  at(document, path).another = "member";
}

test("what a signature cannot be is told, each by itself", async () => {
  const { secret, open } = await keyPair("ES256", "k");
  const { signatures: [good] } = await signCard(card, secret);
  const header = (members) => ({ ...good, protected: encode(new TextEncoder().encode(JSON.stringify(members))) });
  const { open: symmetric } = { open: { kty: "oct", k: "AAAA", kid: "k", alg: "HS256" } };
  for (const [signature, status, said] of [
    [7, "malformed", "no object"],
    [{}, "malformed", "`protected`"],
    [{ ...good, protected: "!" }, "malformed", "base64url"],
    [{ ...good, protected: encode(new TextEncoder().encode("[]")) }, "malformed", "no JSON object"],
    [{ ...good, signature: `${good.signature}=` }, "malformed", "not base64url"],
    [header({ kid: "k" }), "malformed", "algorithm"],
    [header({ alg: "none", kid: "k" }), "unsupported", "not allowed"],
    [header({ alg: "HS256", kid: "k" }), "unsupported", "not allowed"],
    [header({ alg: "toString", kid: "k" }), "unsupported", "not allowed"],
    [header({ alg: "ES256", kid: "k", crit: ["b64"], b64: false }), "unsupported", "crit"],
    [header({ alg: "ES256" }), "unknownKey", "does not name its key"],
    [header({ alg: "ES256", kid: "other" }), "unknownKey", "no key of that id"],
    [header({ alg: "ES384", kid: "k" }), "invalid", "none for ES384"],
    [{ ...good, signature: "" }, "invalid", "not the one that was signed"],
    [good, "valid", "holds"],
  ]) {
    const [found, ...more] = await verifyCard({ ...card, signatures: [signature] }, { keys: [symmetric, open] });
    assert.deepEqual([found.status, more], [status, []], JSON.stringify(signature));
    assert.ok(found.message.includes(said), found.message);
  }
  const twice = JSON.stringify({ ...card, signatures: [good] }).replace("{", '{"name":"another",');
  assert.deepEqual(await statuses(twice, { keys: [open] }), ["malformed"]);
  assert.deepEqual(await statuses({ ...card, signatures: {} }, { keys: [open] }), ["malformed"]);
  for (const wrong of [{ ...open, use: "enc" }, { ...open, key_ops: ["sign"] }, { ...open, alg: "ES384" }, { ...open, x: "AA" }]) {
    assert.deepEqual(await statuses({ ...card, signatures: [good] }, { keys: [wrong] }), ["invalid"], JSON.stringify(wrong));
  }
});

test("headers that readers understand differently are malformed", async () => {
  const { secret, open } = await keyPair("ES256", "k");
  const sign = async (header, unsigned) => {
    const key = await crypto.subtle.importKey("jwk", { kty: "EC", crv: "P-256", x: secret.x, y: secret.y, d: secret.d }, { name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    const text = new TextEncoder();
    const protectedHeader = encode(text.encode(header));
    const signed = text.encode(`${protectedHeader}.${encode(text.encode(payloadOf(card)))}`);
    const signature = encode(new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, signed)));
    return { ...card, signatures: [{ protected: protectedHeader, signature, ...(unsigned !== undefined && { header: unsigned }) }] };
  };
  const usual = '{"alg":"ES256","kid":"k"}';
  for (const [status, header, unsigned, said] of [
    ["valid", usual, undefined, /holds/],
    ["valid", usual, {}, /holds/],
    ["valid", usual, { note: "for our partners" }, /holds/],
    ["malformed", '{"alg":"ES256","kid":"k","b64":false}', undefined, /`b64`.*`crit`/],
    ["malformed", '{"alg":"ES256","kid":"k","b64":true}', undefined, /`b64`.*`crit`/],
    ["malformed", '{"alg":"ES256","kid":"k","b64":false,"crit":["exp"]}', undefined, /`b64`.*`crit`/],
    ["unsupported", '{"alg":"ES256","kid":"k","b64":false,"crit":["b64"]}', undefined, /crit/],
    ["malformed", '{"alg":"none","kid":"k","alg":"ES256"}', undefined, /twice/],
    ["malformed", '{"alg":"ES256","kid":"k","\\u0061lg":"ES256"}', undefined, /twice/],
    ["malformed", `{"alg":"ES256","kid":"k","x":${"[".repeat(200)}${"]".repeat(200)}}`, undefined, /twice/],
    ["malformed", usual, { alg: "ES256" }, /`alg` stands in `header`/],
    ["malformed", usual, { crit: ["exp"] }, /`crit` stands in `header`/],
    ["malformed", usual, { b64: false }, /`b64` stands in `header`/],
    ["malformed", usual, { kid: "k" }, /`kid` stands in `header` and in `protected`/],
    ["malformed", usual, [], /`header` is no object/],
    ["malformed", usual, "x", /`header` is no object/],
    ["malformed", '{"kid":"k"}', { alg: "ES256" }, /`alg` stands in `header`/],
  ]) {
    const [found] = await verifyCard(await sign(header, unsigned), { keys: [open] });
    assert.equal(found.status, status, `${header} ${JSON.stringify(unsigned)}: ${found.message}`);
    assert.match(found.message, said);
  }
});

test("a key that does not fit says why", async () => {
  const { secret, open } = await keyPair("ES256", "k");
  const { secret: rsa } = await keyPair("RS256", "r");
  const signed = await signCard(card, secret);
  for (const [wrong, said] of [
    [{ crv: "P-384" }, /`kty` `EC` and `crv` `P-256`/],
    [{ alg: "ES384" }, /another algorithm than ES256, as its `alg` says/],
    [{ use: "enc" }, /not for signatures, as its `use` says/],
    [{ key_ops: ["encrypt"] }, /may not (sign|verify), as its `key_ops` says/],
  ]) {
    const [found] = await verifyCard(signed, { keys: [{ ...open, ...wrong }] });
    assert.equal(found.status, "invalid");
    assert.match(found.message, said);
    await assert.rejects(signCard(card, { ...secret, ...wrong }, { algorithm: "ES256" }), (error) => error.document === "key" && said.test(error.message));
  }
  for (const [key, options, document, said] of [
    [{ ...rsa, alg: undefined, n: "AQAB" }, { algorithm: "RS256" }, "key", /too short/],
    [open, {}, "key", /no private key: it has no `d`/],
    [{ ...secret, alg: "HS256" }, {}, "key", /is for an algorithm that signs no cards/],
    [secret, { algorithm: "ES512" }, "options", /an `algorithm` that is not known/],
  ]) {
    await assert.rejects(signCard(card, key, options), (error) => error instanceof NegotiatorInputError && error.document === document && said.test(error.message), String(said));
  }
});

test("more signatures than anybody needs are not verified one by one", async () => {
  const { secret, open } = await keyPair("ES256", "k");
  const signed = await signCard(card, secret);
  const many = (count) => ({ ...card, signatures: Array(count).fill(signed.signatures[0]) });
  assert.equal((await statuses(many(100), { keys: [open] })).length, 100);
  for (const use of [() => verifyCard(many(101), { keys: [open] }), () => signCard(many(100), secret)]) {
    await assert.rejects(use, { name: "NegotiatorInputError", code: "tooMany", document: "card", pointer: "/signatures" });
  }
});

test("a signature over the card without its empty values says so, and holds only where that is allowed", async () => {
  const { secret, open } = await keyPair("ES256", "k");
  const whole = { ...card, securityRequirements: [{ schemes: { bearer: { list: [] } } }] };
  const { securityRequirements, ...without } = whole;
  const { signatures } = await signCard(without, secret);
  const [strict] = await verifyCard({ ...whole, signatures }, { keys: [open] });
  assert.equal(strict.status, "invalid");
  assert.match(strict.message, /without its empty values.*8\.4\.1/);
  const [allowed] = await verifyCard({ ...whole, signatures }, { keys: [open] }, { allowUnsignedEmptyValues: true });
  assert.equal(allowed.status, "valid");
  assert.match(allowed.message, /does not protect/);
});

test("misuse names the argument, and no error shows a key", async () => {
  const { secret } = await keyPair("ES256", "k");
  const { d, ...open } = secret;
  const isAbout = (document) => (error) => error instanceof NegotiatorInputError && error.document === document && !JSON.stringify([error.message, error.help, error.stack]).includes(d);
  for (const [call, document] of [
    [() => verifyCard("{", { keys: [] }), "card"],
    [() => verifyCard([], { keys: [] }), "card"],
    [() => verifyCard(card, "x"), "keys"],
    [() => verifyCard(card, [secret]), "keys"],
    [() => signCard("{", secret), "card"],
    [() => signCard(JSON.stringify(card).replace("{", '{"name":"x",'), secret), "card"],
    [() => signCard(card, open), "key"],
    [() => signCard(card, { ...secret, kid: undefined }), "key"],
    [() => signCard(card, secret, { algorithm: "ES384" }), "key"],
    [() => signCard(card, secret, { algorithm: "none" }), "options"],
    [() => signCard(card, { ...secret, alg: "HS256" }), "key"],
    [() => signCard(card, { ...secret, x: "AA" }), "key"],
    [() => signCard(card, JSON.stringify(secret).slice(1)), "key"],
  ]) {
    await assert.rejects(call, isAbout(document), document);
  }
});

test("what a signature leaves out does not decide who may call", async () => {
  const { secret, open } = await keyPair("ES256", "key");
  const signed = await signCard(card, secret, { algorithm: "ES256" });
  const profile = { bindings: ["GRPC"], credentials: ["bearer"], sends: ["text/plain"], accepts: ["application/json"] };
  const asked = (one) => negotiate(one, profile, { skill: "market-size" }).plan.credentials.map(({ scheme }) => scheme);
  assert.deepEqual(asked(signed), ["bearer"]);
  for (const empty of [{}, []]) {
    const changed = structuredClone(signed);
    changed.skills[0].securityRequirements = empty;
    assert.deepEqual(await statuses(changed, { keys: [open] }), ["valid"]);
    assert.deepEqual(asked(changed), ["bearer"]);
  }
});

test("`null` and empty values that anybody may put into a signed card mean nothing, or the signature does not hold", async () => {
  const { secret, open } = await keyPair("ES256", "key");
  const whole = { ...card, securityRequirements: [{ schemes: { bearer: {} } }] };
  const signed = await signCard(whole, secret);
  const objects = (value, path) =>
    typeof value === "object" && value !== null
      ? [...(isObject(value) ? [path] : []), ...Object.keys(value).flatMap((key) => objects(value[key], [...path, key]))]
      : [];
  const names = ["another", "schemes", "scopes", "list", "tenant", "security", "authentication", "securityRequirements", "required", "type", "url", "securitySchemes", "inputModes"];
  const { card: meant } = readCard(signed);
  const plain = (reading) => JSON.stringify(reading, (name, value) => (/pointer$/i.test(name) ? undefined : value));
  const found = { valid: 0, invalid: 0 };
  for (const path of objects(whole, [])) {
    for (const name of names) {
      for (const value of [null, "", false, [], {}]) {
        const changed = structuredClone(signed);
        const object = at(changed, path);
        if (Object.hasOwn(object, name)) continue;
        object[name] = value;
        const [status] = await statuses(changed, { keys: [open] });
        found[status] += 1;
        if (status === "valid") assert.equal(plain(readCard(changed).card), plain(meant), `${path.join("/")} ${name} ${JSON.stringify(value)}`);
      }
    }
  }
  assert.ok(found.valid > 100 && found.invalid > 100, JSON.stringify(found));
  const required = { ...signed, securityRequirements: [{ schemes: { bearer: {} }, another: null }] };
  const [{ status, message }] = await verifyCard(required, { keys: [open] });
  assert.equal(status, "invalid");
  assert.match(message, /`null` or empty values that mean something/);
  await assert.rejects(signCard(required, secret), { name: "NegotiatorInputError", document: "card" });
  const tenant = structuredClone(signed);
  tenant.supportedInterfaces[0].tenant = {};
  assert.deepEqual(await statuses(tenant, { keys: [open] }), ["invalid"]);
});

test("a key that cannot be read hides no other of its id, and a padded one is as short as it is", async () => {
  const { secret, open } = await keyPair("ES256", "k");
  const signed = await signCard(card, secret);
  const broken = { ...open, x: "AA" };
  for (const keys of [[broken, open], [open, broken]]) assert.deepEqual(await statuses(signed, { keys }), ["valid"]);
  const { open: other } = await keyPair("ES256", "k");
  assert.deepEqual(await statuses(signed, { keys: [broken, other] }), ["invalid"]);
  const { secret: rsa } = await keyPair("RS256", "r");
  const padded = encode(new Uint8Array(256).fill(255, 128));
  await assert.rejects(signCard(card, { ...rsa, n: padded }, { algorithm: "RS256" }), /too short/);
});

test("an algorithm that there is not is a slip", async () => {
  const { open } = await keyPair("ES256", "k");
  for (const algorithms of [["es256"], ["ES256", "HS256"], [7]]) {
    await assert.rejects(verifyCard(card, { keys: [open] }, { algorithms }), { name: "NegotiatorInputError", document: "options", pointer: `/algorithms/${algorithms.length - 1}` });
  }
});
