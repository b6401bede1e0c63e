// Brings the page to its limits: node --experimental-websocket web/tests/limits.mjs PAGE ISHI SCRATCH
//
// Prints the size of the page, the time to its first view and its longest task. With $ISHI_MANY a number, so many files are
// dropped at once; 10,000 unless it is set.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync, openSync, ftruncateSync, writeSync, closeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { open, wait } from "./chromium.mjs";
import { book, corpus, done, finish, folder, fresh, html, made, opened, quiet, scratch, test, text } from "./tools.mjs";

/** The limits: bytes of the page, milliseconds of its first view on a slow machine, milliseconds of the processor for a task. */
const [BYTES, FIRST_VIEW, TASK] = [2_600_000, 1000, 100];

const bytes = readFileSync(html);
console.log(`the page has ${bytes.length.toLocaleString("en")} bytes, ${gzipSync(bytes).length.toLocaleString("en")} as a server sends it`);
assert(bytes.length <= BYTES);

const page = await open(pathToFileURL(html).href);
const clear = async () => {
  await page.run("window.confirm = () => true; document.body.dataset.state === 'files' && document.querySelector('#clear').click()");
  await page.until("document.body.dataset.state === 'empty'");
};

await test("at a quarter of the speed the page is seen within a second", async () => {
  await page.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.run("window.isOld = true");
  await page.send("Page.reload");
  await page.until("!window.isOld && document.documentElement?.dataset.ready === 'yes' && performance.getEntriesByName('first-contentful-paint').length > 0");
  const view = await page.run("performance.getEntriesByName('first-contentful-paint')[0].startTime");
  const start = Date.now();
  await page.drop([book]);
  await page.until(opened("poster.go"));
  const board = Date.now() - start;
  await page.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  console.log(`first view after ${view.toFixed(0)} ms, a dropped game on the board after ${board} ms, at a quarter of the speed`);
  assert(view <= FIRST_VIEW, `${view} ms`);
});

/** Ends the watch of the tasks, and says how long the longest one took; returns its milliseconds by the processor. */
const longest = async (of) => {
  const { clock, processor } = await page.longest();
  console.log(`${of}: the longest task on the page's own thread took ${processor.toFixed(0)} ms, ${clock.toFixed(0)} ms by the clock`);
  return processor;
};

/** Walks some steps; returns how long one takes, in milliseconds. */
const pace = () => page.run("(async () => { const start = performance.now(); for (let step = 0; step < 40; step += 1) await go({ node: game.line[step % game.line.length] }); "
  + "return (performance.now() - start) / 40; })()");

const many = Number(process.env.ISHI_MANY ?? 10_000);
await test(`${many} files leave the page responsive, and can be cancelled`, async () => {
  fresh("many");
  const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".mgt")).sort();
  for (let count = 0; count < many; count += 1) {
    made(`many/${count % 100}/${count}.mgt`, readFileSync(join(folder, sources[count % sources.length])));
  }
  await clear();
  await page.watch();
  const start = Date.now();
  await page.drop([join(scratch, "many")]);
  await page.until(`${done} && ${text("#said")}.startsWith('${many.toLocaleString("en")} of ')`);
  const seconds = (Date.now() - start) / 1000;
  const task = await longest(`${many} files in ${seconds.toFixed(1)} s`);
  assert(task <= TASK, `${task} ms`);
  await page.run("document.querySelector('[name=to][value=ishi]').click()");
  await page.until(`!${text("#counted")}.startsWith('0 of')`);
  await page.run("document.querySelector('#cancel').click()");
  await page.until(`${done} && ${text("#said")}.includes('cancelled')`);
  await page.run("document.querySelector('[name=to][value=sgf]').click(); document.querySelector('#cancel').click()");
});

await test("a hundred thousand files are listed, and can be cancelled and searched", async () => {
  await clear();
  await page.run("add(Array.from({ length: 100_000 }, (_, index) => ({ name: `g${index}.sgf`, file: new File([`(;GM[1]FF[4]SZ[9]PB[Anna ${index}];B[aa])`], 'g.sgf') })))");
  await page.until("state.files.filter(({ row }) => row).length > 500");
  await page.run("document.querySelector('#cancel').click()");
  await page.until(`${done} && ${text("#said")}.includes('cancelled')`);
  await page.run("(() => { const box = document.querySelector('#search'); box.value = 'g99999'; box.dispatchEvent(new Event('input')); })()");
  await page.until(`${done} && list.shown.length === 1`);
  await page.run("document.querySelector('#search').value = ''; list.refresh()");
  await page.until(`${done} && list.shown.length === 100000`);
  await page.run("document.querySelector('#list').scrollTop = 1e9");
  await page.until(`${text("#rows")}.includes('g99999.sgf')`);
});

await test("a game of sixty thousand nodes is walked, and its tree shows what is in sight", async () => {
  const branch = (first) => `(;B[${first}]${";W[aa];B[bb]".repeat(9)})`;
  const names = Array.from({ length: 3200 }, (_, index) => String.fromCharCode(97 + (index % 19), 97 + (Math.floor(index / 19) % 19)));
  await clear();
  await page.drop([made("large.sgf", `(;FF[4]GM[1]SZ[19];B[pd];W[dd]${names.map(branch).join("")})`)]);
  await page.until(opened("large.sgf"));
  await page.click("#whole");
  await page.until("tree.rows.length === 3200");
  await page.watch();
  for (const address of ["start", "2", "2b4", "2zz", "end"]) {
    await page.run(`go({ at: '${address}' })`);
    assert(await page.run("document.querySelectorAll('#tree-view *').length") < 600);
  }
  const steps = await pace();
  await longest(`a step in a game of 60,000 nodes takes ${steps.toFixed(1)} ms`);
  assert(steps < 100);
  await page.click("#whole");
});

const joseki = join(corpus, "sgf/kogo-joseki/Kogo's Joseki Dictionary.sgf");
if (!existsSync(joseki)) console.log("left out, because there is no corpus: the joseki dictionary");
else {
  await test("the tree of the joseki dictionary is walked, folded and unfolded", async () => {
    await clear();
    const start = Date.now();
    await page.drop([joseki]);
    await page.until(opened("Kogo's Joseki Dictionary.sgf"));
    console.log(`the joseki dictionary is on the board after ${Date.now() - start} ms`);
    await page.until("tree.nodes?.count > 100");
    const elements = () => page.run("document.querySelectorAll('#tree-view *').length");
    assert(await page.run("tree.rows.length") < 40, "folded");
    await page.watch();
    await page.run("document.querySelector('#board').focus()");
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight"]) {
      await page.key(key);
      await page.until("steps.waiting === 0");
      assert(await elements() < 600);
    }
    assert.equal(await page.run("game.at"), 3);
    const folded = await pace();
    await page.click("#whole");
    await page.until("tree.rows.length > 5000");
    await page.run("document.querySelector('#tree').scrollTop = 40000");
    await page.until("document.querySelector('#tree-view').style.top !== '0px'");
    assert(await elements() < 600);
    const at = await page.run("(() => { const box = document.querySelector('#tree').getBoundingClientRect(); const row = Math.floor(document.querySelector('#tree').scrollTop / DOWN) + 2; "
      + "const node = tree.rows[row][0]; document.querySelector('#tree').scrollLeft = tree.nodes.column[node] * ACROSS - 50; window.wanted = tree.nodes.id[node]; "
      + "const size = document.querySelector('#tree-size').getBoundingClientRect(); return { x: size.left + (tree.nodes.column[node] + 0.5) * ACROSS, y: size.top + (row + 0.5) * DOWN }; })()");
    await page.press(at);
    await page.until("game.shown.node === wanted");
    const unfolded = await pace();
    await longest(`a step takes ${folded.toFixed(1)} ms folded, ${unfolded.toFixed(1)} ms unfolded`);
    assert(folded < 100 && unfolded < 100);
  });
}

await test("a name that turns the direction of writing turns only itself", async () => {
  await clear();
  await page.drop([made("bidi.sgf", "(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[\u202eanna]PW[\u2067\u202ebert]RE[B+R]EV[\u202ecup]DT[1990-05-03]PC[\u202eulm]C[\u202eso\nit is];B[aa])"), made("other.sgf", "(;FF[4]GM[1]SZ[9];B[aa])")]);
  await page.until(opened("bidi.sgf"));
  await page.run("go({ at: 'start' })");
  await page.until(`${text("#where")} === 'Start'`);
  // Whether the first letter is left of the last one.
  const isLeft = (selector, words) => page.run(`(() => { const walker = document.createTreeWalker(document.querySelector('${selector}'), NodeFilter.SHOW_TEXT); `
    + `for (let node; (node = walker.nextNode());) { const at = node.data.indexOf('${words}'); if (at < 0) continue; const range = document.createRange(); `
    + `const place = (index) => { range.setStart(node, index); range.setEnd(node, index + 1); return range.getBoundingClientRect().left; }; `
    + `return place(at) < place(at + ${words.length - 1}); } return null; })()`);
  const places = [["#rows", "B+R"], ["#rows", "1990-05-03"], ["#sub", "1990-05-03"], ["#sub", "Black won"], ["#comment", "it is"], ["#outline", "Start"]];
  for (const [selector, words] of places) {
    assert.notEqual(await isLeft(selector, words), false, `${words} in ${selector}`);
  }
  assert.equal(await isLeft("#sub", "Black won"), true);
  await page.click("#tab-record");
  assert.equal(await isLeft("#facts", "1990-05-03"), true);
  await page.click("#tab-game");
});

await test("a comment of a megabyte is shown, changed and printed", async () => {
  await clear();
  await page.drop([made("long.sgf", `(;FF[4]GM[1]SZ[9]PB[${"A".repeat(100_000)}]C[${"so it is ".repeat(120_000)}];B[aa])`)]);
  await page.until(opened("long.sgf"));
  await page.watch();
  await page.run("go({ at: 'start' })");
  await page.until(`${text("#comment")}.includes('more characters')`);
  for (const selector of ["#board svg", "#controls"]) {
    assert(await page.run(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('${selector}').getBoundingClientRect())`), selector);
  }
  await page.click("#edit");
  await page.until("document.querySelector('#edit-box').open");
  assert(await page.run("document.querySelector('#edit-form [name=C]').disabled"));
  await page.run("document.querySelector('#edit-form [name=PW]').value = 'Bert'");
  await page.click("#edit-form .main");
  await page.until("document.querySelector('#change-box').open");
  await page.click("#accept");
  await page.until(`${text("#taken")} === 'Changed. White: Bert.' && ${text("#comment")}.includes('more characters')`);
  const task = await longest("a comment of a megabyte");
  assert(task < 1000, `${task} ms`);
});

await test("names and comments of a record are only text", async () => {
  const bad = "<img src=x onerror=window.hacked=1></script><script>window.hacked=2</script><style>body{display:none}</style>";
  const record = made("<img onerror=hacked>.sgf".replace(/[<>]/g, "_"), `(;FF[4]GM[1]SZ[9]PB[${bad}]PW[${bad}]EV[${bad}]RE[${bad}]C[${bad}]N[${bad}]`
    + `LB[cc:<b>x]FG[1:${bad}];B[aa]N[${bad}](;W[bb]N[${bad}])(;W[cc]))`);
  await clear();
  await page.drop([record]);
  await page.until(opened("_img onerror=hacked_.sgf"));
  await page.run("go({ at: 'start' })");
  await page.run("window.print = () => {}; document.querySelector('#print').click()");
  await page.until("document.body.classList.contains('sheet-ready')");
  assert((await page.run(text("#sheet"))).includes("<img src=x"));
  await page.run("dispatchEvent(new Event('afterprint'))");
  await page.until(`${text("#comment")}.includes('<img src=x onerror')`);
  assert.equal(await page.run("document.querySelectorAll('main img, main style, #sheet img').length"), 0);
  assert.equal(await page.run("window.hacked"), undefined);
});

await test("a script in a picture does not run", async () => {
  const before = page.events.length;
  await page.run("document.querySelector('#board').insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked = 3\">')");
  await page.until("document.querySelector('#board img') !== null");
  // The policy reports both: the picture and its script.
  const reports = () => page.events.slice(before).filter(({ method, params }) => method === "Log.entryAdded"
    && params.entry.text.includes("Content Security Policy"));
  await wait(() => reports().length >= 2, "the policy reports the picture and its script");
  assert.equal(await page.run("window.hacked"), undefined);
  page.events.splice(before);
  await page.run("document.querySelector('#board img').remove()");
});

await test("a broken archive and a file of 200 MB are told, and the page stays usable", async () => {
  await clear();
  const zip = readFileSync(made("half.zip", brokenZip()));
  writeFileSync(join(scratch, "half.zip"), zip.subarray(0, zip.length - 40));
  const large = join(scratch, "large.bin.sgf");
  const file = openSync(large, "w");
  writeSync(file, "(;FF[4]GM[1]SZ[9]C[");
  ftruncateSync(file, 200 * 1024 * 1024);
  closeSync(file);
  assert.equal(statSync(large).size, 200 * 1024 * 1024);
  await page.drop([join(scratch, "half.zip"), large, book]);
  await page.until(`${done} && state.files.every(({ row }) => row)`);
  const rows = await page.run("state.files.map(({ name, row }) => name + ': ' + row.status)");
  console.log(rows.join("; "));
  assert(rows.includes("poster.go: verified"), rows.join("; "));
  await page.run("openEntry(state.files.find(({ name }) => name === 'half.zip'))");
  await page.until(`${text("#outcome")}.length > 10 && state.open.name === 'half.zip'`);
  await page.run("openEntry(state.files.find(({ name }) => name === 'poster.go'))");
  await page.until(opened("poster.go"));
});

/** Returns a zip archive with one stored file. */
function brokenZip() {
  const content = readFileSync(book);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(4, 26);
  return Buffer.concat([header, Buffer.from("a.go"), content]);
}

await test("the page asks nobody for anything and reports no error", async () => quiet(page));

await page.close();
finish();
