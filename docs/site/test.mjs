// Uses the site as its readers do: node --experimental-websocket docs/site/test.mjs SITE SHOTS
//
// SITE is the folder that docs/site/build wrote, SHOTS a folder for pictures of the pages; the folder around SHOTS has
// axe-core (npm). Needs Debian's chromium.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { open } from "../../web/tests/chromium.mjs";

const [site, shots] = process.argv.slice(2).map((name) => resolve(name));
const address = (name) => pathToFileURL(join(site, name.split("#")[0])).href + (name.includes("#") ? `#${name.split("#")[1]}` : "");
mkdirSync(shots, { recursive: true });

const READY = "document.readyState === 'complete' && document.querySelector('.md-content') !== null";
const page = await open(address("index.html"), { ready: READY });
const go = async (name) => {
  await page.send("Page.navigate", { url: "about:blank" });
  await page.send("Page.navigate", { url: address(name) });
  await page.until(`${READY} && location.href === ${JSON.stringify(address(name))}`, `${name} is open`);
};

// The transitions of a page have ended, and it is painted.
const AT_REST = "Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))"
  + ".then(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }))";

const axe = readFileSync(join(shots, "../node_modules/axe-core/axe.min.js"), "utf8");
// The theme lets keys reach wide code when it comes into sight, so that is not looked for.
const faults = () => page.run("axe.run({ resultTypes: ['violations'], rules: { 'scrollable-region-focusable': { enabled: false } } }).then(({ violations }) => violations.map((rule) => "
  + "rule.id + ': ' + rule.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')))");

// No page is wider than the screen, and axe finds no fault.
const PAGES = ["index", "rules", "mapping", "commands", "guides/sgf-to-png", "guides/git-diff", "guides/garbled-names", "formats/ishi-marks", "formats/sgf-each-property"];
for (const name of PAGES) {
  await go(`${name}.html`);
  await page.run(axe);
  for (const width of [390, 900, 1280]) {
    for (const dark of [false, true]) {
      await page.look({ width, height: 844 }, dark);
      await page.run(AT_REST);
      assert.equal(await page.run("Math.max(innerWidth, document.documentElement.scrollWidth)"), width, `${name} at ${width}`);
      assert.deepEqual(await faults(), [], `${name} at ${width}${dark ? ", dark" : ""}`);
      await page.shoot(join(shots, `${name.replace("/", "-")}-${width}-${dark ? "dark" : "light"}.png`), false);
    }
  }
}

// The front leads to the page first, if it was built.
await go("index.html");
assert.equal(await page.run("document.querySelector('.md-content h1 ~ p a')?.getAttribute('href') ?? 'convert.html'"), "convert.html");

// The menu of a phone opens, and leads to a page.
await page.look({ width: 390, height: 844 }, false);
await go("index.html");
await page.click("label.md-header__button[for=__drawer]");
await page.until("document.querySelector('.md-sidebar--primary').getBoundingClientRect().left > -5", "the menu is open");
await page.run(AT_REST);
await page.shoot(join(shots, "menu-390.png"), false);
await page.run("[...document.querySelectorAll('.md-nav__link')].find((link) => link.textContent.trim() === 'Guides').click()");
await page.run("[...document.querySelectorAll('.md-nav__link')].find((link) => link.textContent.trim() === 'SGF to PNG').click()");
await page.until(`location.pathname.endsWith('/sgf-to-png.html')`, "the menu leads to a page");

// A search finds words, codes, properties, keywords and options.
await page.look({ width: 1280, height: 900 }, false);
const FOUND = { DIAGRAM: "formats/ishi-marks.html#DIAGRAM", garbled: "guides/garbled-names.html", B047: "rules.html#B047", ST: "formats/sgf-each-property.html#ST", mojibake: "guides/garbled-names.html", "--force": "commands.html#convert" };
for (const [words, wanted] of Object.entries(FOUND)) {
  await go("index.html");
  await page.click(".md-search__input");
  await page.until("/Type to start/.test(document.querySelector('.md-search-result__meta').textContent)", "the search is ready");
  await page.type(words);
  await page.key("End");
  const links = "[...document.querySelectorAll('.md-search-result__link')].map((link) => link.href)";
  await page.until(`${links}.length > 0`, `the search for ${words} has results`);
  const first = await page.run(links);
  await page.shoot(join(shots, `search-${words}.png`), false);
  const at = first.findIndex((link) => link.replace(/\?h=[^#]*/, "").startsWith(address(wanted)));
  assert(at >= 0 && at < 3, `${words}: ${first.slice(0, 5).join(" ")}`);
}

// Codes, properties and keywords are addresses.
for (const name of ["rules.html#B047", "formats/sgf-each-property.html#ST", "formats/ishi-marks.html#MARK"]) {
  await go(name);
  await page.until("document.querySelector(':target')?.getBoundingClientRect().top < innerHeight", `${name} is in sight`);
}

const requests = page.events.filter(({ method, params }) => method === "Network.requestWillBeSent" && /^https?:/.test(params.request.url));
assert.deepEqual(requests.map(({ params }) => params.request.url), [], "the site asks no server");
await page.close();
console.log(`${site}: ${PAGES.length} pages at three widths, the menu, the search and the addresses are right; pictures in ${shots}`);
