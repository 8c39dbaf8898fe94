// The page from 320 to 2560 pixels: nothing overflows, the verdict is near the top, and a picture of every
// gallery entry is kept in target/screenshots.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";

import { readCases } from "../support/cases.mjs";
import { VIEWS, choose, line, openView, pane, start, verdictIs } from "../support/playground.mjs";

const screenshots = fileURLToPath(new URL("../../target/screenshots", import.meta.url));
let playground;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  playground = await start();
});
after(() => playground?.close());

for (const width of [320, 390, 768, 899, 900, 1280, 1799, 1800, 2560]) {
  test(`nothing overflows at ${width} pixels`, async (test) => {
    const page = await playground.open(test, { width });
    await choose(page, "A skill that asks for more");
    await page.getByRole("button", { name: "Show all candidates" }).click();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok((await overflow()) <= 0, `${await overflow()} pixels too wide`);
    const { y } = await page.locator(".verdict").boundingBox();
    assert.ok(y < 520, `the verdict is at ${y}`);
    for (const side of ["card", "profile"]) {
      if (width < 900) await page.getByRole("button", { name: side === "card" ? "Card" : "Profile", exact: true }).click();
      const { height } = await pane(page, side).locator("json-editor").boundingBox();
      assert.ok(height > 120, `the ${side}'s editor is ${height} pixels high`);
    }

    if (width < 900) await page.getByRole("button", { name: /^Decision/ }).click();
    await choose(page, "A card of version 0.3");
    await page.getByText("The request as it goes out").click();
    await page.getByText("What if the server answers").click();
    await page.locator("#failure-0").selectOption("0");
    await page.locator(".plan-comparison").waitFor();
    assert.ok((await overflow()) <= 0, `${await overflow()} pixels too wide below the plan`);
  });
}

test("pictures of the views, none of which overflows", async (test) => {
  for (const [width, scheme] of [[1280, "light"], [320, "dark"]]) {
    const page = await playground.open(test, { width, scheme });
    await choose(page, "A card of version 0.3");
    for (const view of VIEWS) {
      await openView(page, view);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${view} is ${overflow} pixels too wide at ${width}`);
      const hidden = await page.locator(".view-scroll").evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      assert.ok(width < 900 || hidden.every((pixels) => pixels <= 0), `tables of ${view} are ${hidden} pixels too wide`);
      await page.screenshot({ path: `${screenshots}/view-${view.split(" ")[0].toLowerCase()}-${width}-${scheme}.png`, fullPage: width < 900 });
    }
  }
});

test("a step is opened by whatever is seen of it, and by nothing of it that is a link", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  const rung = page.locator('.rung[data-step="credentials"]');
  const press = async (part) => {
    await part.scrollIntoViewIfNeeded();
    const { x, y, height } = await part.boundingBox();
    await page.mouse.click(x + 10, y + height / 2);
  };
  await press(rung.locator(".rung-summary"));
  assert.equal(await rung.locator("button").first().getAttribute("aria-expanded"), "true");
  const refused = page.locator('.rung[data-step="mediaTypes"]');
  await press(refused.getByRole("button", { name: "card line 44" }).first());
  await pane(page, "card").locator(".cm-activeLine", { hasText: "outputModes" }).waitFor();
});

test("what is pressed by a finger is large enough, and no choice is cut where there is room", async (test) => {
  const page = await playground.open(test, { width: 390, height: 844 });
  await choose(page, "The agent stops offering JSON");
  for (const target of [page.locator(".verdict .place").first(), page.locator("#theme")]) {
    assert.ok((await target.boundingBox()).height >= 32, await target.innerText());
  }
  assert.ok((await page.locator("#skill").boundingBox()).width > 220);
  await page.getByRole("link", { name: "Migrate" }).click();
  assert.match(await page.locator(".view-switch button").first().innerText(), /Decision\s+✗ refused/);
});

test("a narrow window shows one part at a time, and follows links to lines", async (test) => {
  const page = await playground.open(test, { width: 390, height: 844 });
  assert.ok((await page.locator(".questions").boundingBox()).height < 40, "one line");
  await choose(page, "The agent stops offering JSON");
  assert.ok(!(await pane(page, "card").isVisible()));
  assert.match(await page.locator(".view-switch").innerText(), /refused/);
  await page.locator(".verdict").getByRole("button", { name: "card line 44" }).click();
  assert.ok(await pane(page, "card").isVisible());
  assert.ok(!(await page.locator(".verdict").isVisible()));
  await pane(page, "card").locator(".cm-activeLine", { hasText: "outputModes" }).waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector(".card-pane .cm-activeLine").getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
  });
  await page.getByRole("button", { name: /^Decision/ }).click();
  assert.ok(await page.locator(".verdict").isVisible());
});

test("in a narrow window the browser's button goes back to the part that one came from", async (test) => {
  const page = await playground.open(test, { width: 390, height: 844 });
  await choose(page, "The agent stops offering JSON");
  await page.locator(".verdict").getByRole("button", { name: "card line 44" }).click();
  await pane(page, "card").locator(".cm-activeLine", { hasText: "outputModes" }).waitFor();
  await page.goBack();
  await page.locator(".verdict").waitFor();
  await verdictIs(page, { decision: "reject", step: "mediaTypes" });
  await page.goForward();
  await pane(page, "card").locator(".cm-content").waitFor();
  await page.reload();
  await pane(page, "card").locator(".cm-content").waitFor();
  await page.goBack();
  await page.locator(".verdict").waitFor();
});

test("the system's scheme is followed while the page is open", async (test) => {
  const page = await playground.open(test, { scheme: "light" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction((light) => getComputedStyle(document.body).backgroundColor !== light, light);
});

test("a theme that was chosen is there before anything is drawn, and goes for the editors too", async (test) => {
  const page = await playground.open(test, { scheme: "light" });
  await page.getByLabel("Theme").selectOption("dark");
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.locator(".card-pane .cm-editor").evaluate((editor) => {
    if (!getComputedStyle(editor).colorScheme.includes("dark")) throw new Error("the editor is light");
  });
  await page.addInitScript(() => addEventListener("DOMContentLoaded", () => (window.first = getComputedStyle(document.documentElement).colorScheme)));
  await page.reload();
  await page.locator(".verdict").waitFor();
  assert.equal(await page.evaluate(() => window.first), "dark");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), dark);
  assert.equal(await page.getByLabel("Theme").inputValue(), "dark");
  await page.getByLabel("Theme").selectOption("system");
  await page.waitForFunction((dark) => getComputedStyle(document.body).backgroundColor !== dark, dark);
});

test("after a fix a narrow window says beside it what it comes to, and leads there", async (test) => {
  const page = await playground.open(test, { width: 390, height: 844 });
  await choose(page, "The agent stops offering JSON");
  await page.locator('.fix[data-target="profile"] button').first().click();
  const notice = page.locator(".profile-pane .fix-notice");
  await notice.getByText("accepted").waitFor();
  await notice.getByRole("button", { name: "See the decision" }).click();
  assert.ok(await page.locator(".verdict").isVisible());
});

test("the page says what to do, what it is, and where to read on", async (test) => {
  const page = await playground.open(test);
  assert.match(await page.locator(".page-promise").innerText(), /^Paste your own agent card/);
  assert.match(await pane(page, "card").locator(".pane-head").innerText(), /paste yours here/);
  assert.equal(await page.getByRole("link", { name: "Documentation" }).count(), 0, "none is beside this page");
  for (const [name, address] of [["A2A specification", "https://a2a-protocol.org/latest/specification/"], ["Licences", "licences.txt"]]) {
    assert.equal(await page.getByRole("link", { name }).getAttribute("href"), address);
  }
  const program = await page.evaluate(async () => {
    const { name } = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".wasm"));
    const digest = await crypto.subtle.digest("SHA-256", await (await fetch(name)).arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  });
  const version = page.locator(".page-version");
  assert.match(await version.innerText(), /a2a-negotiator \d+\.\d+\.\d+, module/);
  assert.equal(await version.locator("code").getAttribute("title"), `SHA-256 ${program}`);
});

test("the whole profile of the first example is seen at once", async (test) => {
  const page = await playground.open(test);
  const scroller = pane(page, "profile").locator(".cm-scroller");
  const { height, seen } = await scroller.evaluate(({ scrollHeight, clientHeight }) => ({ height: scrollHeight, seen: clientHeight }));
  assert.ok(height <= seen, `${height} pixels in ${seen}`);
});

for (const { name, title, expect } of readCases("gallery")) {
  test(`a picture of ${name}`, async (test) => {
    for (const scheme of ["light", "dark"]) {
      for (const [width, height] of [[1280, 800], [390, 844]]) {
        const page = await playground.open(test, { scheme, width, height });
        await choose(page, `${title}:`);
        await verdictIs(page, { decision: expect.decision });
        await page.screenshot({ path: `${screenshots}/${basename(name)}-${width}-${scheme}.png` });
      }
    }
  });
}

test("pictures of a request and of failures tried out", async (test) => {
  for (const scheme of ["light", "dark"]) {
    for (const [width, height] of [[1280, 1000], [390, 844]]) {
      const page = await playground.open(test, { scheme, width, height });
      await choose(page, "The same client without gRPC");
      for (const [name, title] of [["request", "The request as it goes out"], ["trial", "What if the server answers"]]) {
        await page.getByText(title).click();
        if (name === "trial") for (const round of [0, 1]) await page.locator(`#failure-${round}`).selectOption("0");
        await page.locator(`details.${name}`).evaluate((details) => details.scrollIntoView());
        await page.screenshot({ path: `${screenshots}/${name}-${width}-${scheme}.png` });
      }
    }
  }
});

test("pictures of a step, of broken JSON and of the whole decision", async (test) => {
  for (const scheme of ["light", "dark"]) {
    const page = await playground.open(test, { scheme });
    await page.locator('.rung[data-step="interface"] button').first().click();
    await pane(page, "card").locator(".cm-marked-chosen").first().waitFor();
    await page.screenshot({ path: `${screenshots}/step-1280-${scheme}.png` });
    await line(page, "card", '"url"').click();
    await page.keyboard.press("End");
    await page.keyboard.type("?");
    await verdictIs(page, { stale: "true" });
    await page.screenshot({ path: `${screenshots}/broken-1280-${scheme}.png` });

    const narrow = await playground.open(test, { scheme, width: 390, height: 844 });
    await narrow.screenshot({ path: `${screenshots}/whole-390-${scheme}.png`, fullPage: true });
    await narrow.getByRole("button", { name: "Card", exact: true }).click();
    await narrow.screenshot({ path: `${screenshots}/card-390-${scheme}.png` });
  }
});
