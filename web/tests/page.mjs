// Uses the page as its users do: node --experimental-websocket web/tests/page.mjs PAGE ISHI SCRATCH
//
// PAGE is ishi.html, ISHI the program that results are compared with, SCRATCH a folder for files, screenshots and axe-core
// (npm). With $ISHI_MANY a number, so many files are dropped at once; 10,000 unless it is set.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { open } from "./chromium.mjs";

const [html, ishi, scratch] = process.argv.slice(2).map((path) => resolve(path));
const fixtures = resolve(dirname(fileURLToPath(import.meta.url)), "../../tests/fixtures");
const shots = join(scratch, "screenshots");
mkdirSync(shots, { recursive: true });
const axe = readFileSync(join(scratch, "node_modules/axe-core/axe.min.js"), "utf8");

let passed = 0;
const test = async (name, body) => {
  await body();
  passed += 1;
  console.log(`ok: ${name}`);
};

/** Waits for a download, and returns its bytes. */
async function downloaded(page, name) {
  const path = join(page.downloads, name);
  for (let tries = 0; tries < 600; tries += 1) {
    if (existsSync(path) && !existsSync(`${path}.crdownload`)) return readFileSync(path);
    await new Promise((done) => { setTimeout(done, 50); });
  }
  throw new Error(`${name} was not downloaded: ${existsSync(page.downloads) ? readdirSync(page.downloads) : "nothing was"}`);
}

const native = (file, to, ...options) => execFileSync(ishi, ["convert", "-q", "-t", to, "-o", "-", ...options, file],
  { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 30 });
const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
const done = "document.querySelector('#working').hidden && !document.querySelector('#results').hidden";

function made(name, content) {
  const path = join(scratch, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const book = join(fixtures, "draw/poster.go");
// Names in GB18030 under the wrong label, as a program of the nineties wrote them.
const garbled = made("garbled.sgf", Buffer.concat([
  Buffer.from("(;FF[4]GM[1]SZ[19]CA[ISO-8859-1]PB["), Buffer.from([0xc4, 0xf4, 0xce, 0xc0, 0xc6, 0xbd]),
  Buffer.from("]PW["), Buffer.from([0xc2, 0xed, 0xcf, 0xfe, 0xb4, 0xba]), Buffer.from("]DT[1990-05-03]RE[B+R];B[pd];W[dp])")]));
const folder = join(scratch, "club");
rmSync(folder, { recursive: true, force: true });
for (let game = 0; game < 300; game += 1) {
  const points = Array.from({ length: 40 }, (_, move) => {
    const place = (move * 37 + game * 11) % 361;
    return `;${"BW"[move % 2]}[${String.fromCharCode(97 + (place % 19), 97 + Math.floor(place / 19))}]`;
  });
  made(`club/${String(1980 + (game % 12))}/game-${game}.mgt`,
    `(;GaMe[1]SiZe[19]PlayerBlack[Anna ${game}]PlayerWhite[Bert]DaTe[May 3, 1990]${points.join("")})`);
}

/** Puts a file into an LHA archive without compressing it (a header of level 0). */
function stored(path) {
  const content = readFileSync(path);
  const name = Buffer.from(basename(path));
  let crc = 0;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  const header = Buffer.alloc(22 + name.length);
  header.write("-lh0-", 0, "latin1");
  header.writeUInt32LE(content.length, 5);
  header.writeUInt32LE(content.length, 9);
  header.writeUInt32LE(0x14ac6000, 13);
  header[17] = 0x20;
  header[19] = name.length;
  name.copy(header, 20);
  header.writeUInt16LE(crc, 20 + name.length);
  const sum = header.reduce((total, byte) => (total + byte) % 256, 0);
  return Buffer.concat([Buffer.from([header.length, sum]), header, content, Buffer.from([0])]);
}

const page = await open(pathToFileURL(html).href);

await test("an Ishi file that is dropped is shown and converted like the program does", async () => {
  await page.drop([book]);
  await page.until(done);
  await page.until("document.querySelector('#board svg') !== null");
  assert.match(await page.run(text("#said")), /^1 of 1 file converted/);
  await page.click("#download");
  assert.deepEqual(await downloaded(page, "poster.sgf"), native(book, "sgf"));
});

await test("keys and the mouse walk through the game", async () => {
  const where = () => page.run(text("#where"));
  await page.run("document.querySelector('#board').focus()");
  const start = await where();
  await page.key("ArrowRight");
  await page.until(`${text("#where")} !== ${JSON.stringify(start)}`);
  const first = await where();
  assert.match(first, /^Move 1: White R3/);
  await page.key("End");
  await page.until(`${text("#where")} !== ${JSON.stringify(first)}`);
  await page.key("Home");
  await page.until(`${text("#where")} === ${JSON.stringify(start)}`);
  await page.click("#board", 0.9);
  await page.until(`${text("#where")} === ${JSON.stringify(first)}`);
  await page.click("#board", 0.1);
  await page.until(`${text("#where")} === ${JSON.stringify(start)}`);
});

await test("variations and diagrams can be reached", async () => {
  await page.click("#example");
  await page.until("document.querySelector('#viewed').textContent === 'first-lesson.go'");
  await page.until(`${text("#where")} === 'Start'`);
  await page.run("document.querySelector('#board').focus()");
  await page.key("ArrowRight");
  await page.until(`${text("#where")}.startsWith('Move 1')`);
  await page.key("ArrowRight");
  await page.until(`${text("#where")}.startsWith('Move 2')`);
  await page.key("ArrowRight");
  await page.until(`${text("#where")} === 'Move 3: Black G3'`);
  await page.key("ArrowDown");
  await page.until(`${text("#where")} === 'Move 3: Black C3'`);
  assert.match(await page.run(text("#comment")), /Black keeps the left side/);
  assert.match(await page.run(text("#kept-count")), /carried in private data/);
});

await test("names in the wrong charset are one click away from the right ones", async () => {
  await page.drop([garbled]);
  await page.until("document.querySelector('#viewed').textContent === 'garbled.sgf'");
  await page.until("document.querySelectorAll('#charsets button').length > 1");
  const labels = await page.run("[...document.querySelectorAll('#garbled li button')].map((button) => button.textContent)");
  assert(labels[0].startsWith("gb18030: 聂卫平"), labels.join("\n"));
  const likely = await page.run("document.querySelectorAll('#charsets button').length");
  assert(likely >= 2 && likely <= 9, `${likely} likely charsets`);
  for (const label of ["windows-1252", "gb18030"]) {
    await page.run(`[...document.querySelectorAll('#garbled li button')].find((button) => button.textContent.startsWith('${label}:')).click()`);
    await page.until(`${text("#charset")}.startsWith('${label} ')`);
    await page.until(done);
  }
  assert.match(await page.run(text("#rows tr.current")), /聂卫平 – 马晓春/);
  await page.click("#download");
  assert.deepEqual(await downloaded(page, "garbled.sgf"), native(garbled, "sgf", "--encoding", "gb18030"));
});

await test("no word of the command line is on the page", async () => {
  for (const label of ["windows-1252", "shift_jis"]) {
    await page.run(`[...document.querySelectorAll('#garbled li button')].find((button) => button.textContent.startsWith('${label}:'))?.click()`);
    await page.until(done);
    assert.doesNotMatch(await page.run("document.body.innerText + document.querySelector('#findings').textContent"), /--[a-z]|command line/);
  }
});

await test("archives are opened, and their files converted like the program does", async () => {
  const packed = join(scratch, "packed");
  rmSync(packed, { recursive: true, force: true });
  for (const name of ["a.mgt", "inner/b.mgt"]) made(`packed/${name}`, readFileSync(join(folder, "1980/game-0.mgt")));
  made("packed/letter.txt", "Dear Anna\n");
  const archives = ["zip", "tar", "tgz"].map((ending) => join(scratch, `old-${ending}.${ending}`));
  execFileSync("python3", ["-m", "zipfile", "-c", archives[0], "a.mgt", "inner", "letter.txt"], { cwd: packed });
  execFileSync("tar", ["cf", archives[1], "a.mgt", "inner", "letter.txt"], { cwd: packed });
  execFileSync("tar", ["czf", archives[2], "a.mgt", "inner", "letter.txt"], { cwd: packed });
  archives.push(made("one.mgt.gz", gzipSync(readFileSync(join(packed, "a.mgt")))), made("old.lzh", stored(join(packed, "a.mgt"))));
  await page.click("#clear");
  await page.drop(archives);
  await page.until(`${done} && ${text("#said")} === '8 of 11 files converted, each read back and compared; 3 not converted.'`);
  await page.click("#zip");
  const unpacked = join(scratch, "unpacked");
  rmSync(unpacked, { recursive: true, force: true });
  execFileSync("python3", ["-m", "zipfile", "-e", made("records.zip", await downloaded(page, "records.zip")), unpacked]);
  rmSync(join(page.downloads, "records.zip"));
  const expected = native(join(packed, "a.mgt"), "sgf");
  for (const name of ["old-zip/a", "old-zip/inner/b", "old-tar/a", "old-tgz/inner/b", "one", "old/a"]) {
    assert.deepEqual(readFileSync(join(unpacked, `${name}.sgf`)), expected, name);
  }
  await page.click("#clear");
  await page.drop([archives[3]]);
  await page.until(`${done} && ${text("#viewed")} === 'one.mgt' && document.querySelector('#board svg') !== null`);
  await page.drop([made("broken.zip", "PK\u0003\u0004 and then nothing"), made("x.rar", Buffer.from("Rar!\x1a\x07\x01\0", "latin1"))]);
  await page.until(`${done} && ${text("#said")}.includes('2 not converted')`);
});

await test("JSON is a target", async () => {
  await page.click("#clear");
  await page.run("document.querySelector('[name=to][value=json]').click()");
  await page.drop([book]);
  await page.until(`${done} && ${text("#said")} === '1 of 1 file converted.'`);
  await page.click("#download");
  assert.deepEqual(await downloaded(page, "poster.json"), native(book, "json"));
  await page.run("document.querySelector('[name=to][value=sgf]').click()");
  await page.until(done);
});

await test("what is no record is said to be none", async () => {
  await page.drop([made("letter.txt", "Dear Anna, thank you for the game.\n")]);
  await page.until(done);
  await page.until(`${text("#rows")}.includes('not a game record')`);
  await page.until(`${text("#board")}.startsWith('This file cannot be shown: not a game record')`);
});

await test("pasted text is opened", async () => {
  await page.run("document.querySelector('#pasted').value = '(;FF[4]GM[1]SZ[9]PB[Carl];B[ee])'; document.querySelector('#paste').click()");
  await page.until(`${text("#viewed")} === 'pasted text' && ${text("#facts")}.includes('Carl')`);
});

await test("a folder of 300 files goes into one archive, with a report", async () => {
  await page.click("#clear");
  await page.drop([folder]);
  await page.until(`${done} && ${text("#said")}.startsWith('300 of 300 files')`);
  await page.click("#zip");
  const archive = made("records.zip", await downloaded(page, "records.zip"));
  const unpacked = join(scratch, "unpacked");
  rmSync(unpacked, { recursive: true, force: true });
  execFileSync("python3", ["-m", "zipfile", "-e", archive, unpacked]);
  for (const game of [0, 7, 299]) {
    const name = `${1980 + (game % 12)}/game-${game}`;
    assert.deepEqual(readFileSync(join(unpacked, `club/${name}.sgf`)), native(join(folder, `${name}.mgt`), "sgf"));
  }
  const report = JSON.parse(readFileSync(join(unpacked, "report.json"), "utf8"));
  assert.equal(report.summary.verified, 300);
  assert.equal(report.inputs.length, 300);
});

await test("another target converts all files again", async () => {
  await page.run("document.querySelector('[name=to][value=ishi]').click()");
  await page.until(`${done} && ${text("#said")}.startsWith('300 of 300 files')`);
  await page.run("document.querySelector('#rows [data-key^=get]').click()");
  const name = `${await page.run("document.querySelector('#rows [data-key^=open]').textContent")}`;
  const file = join(scratch, name);
  assert.deepEqual(await downloaded(page, name.split("/").pop().replace(".mgt", ".go")), native(file, "ishi"));
  await page.run("document.querySelector('[name=to][value=sgf]').click()");
  await page.until(done);
});

await test("axe finds nothing, in light and dark, at three widths", async () => {
  await page.drop([garbled]);
  await page.until("document.querySelector('#viewed').textContent === 'garbled.sgf' && document.querySelector('#board svg') !== null");
  await page.run(axe);
  for (const width of [390, 900, 1440]) {
    for (const dark of [false, true]) {
      await page.look({ width, height: 900 }, dark);
      const found = await page.run("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map((rule) => "
        + "rule.id + ': ' + rule.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')))");
      assert.deepEqual(found, [], `${width} ${dark ? "dark" : "light"}`);
      await page.shoot(join(shots, `garbled-${width}-${dark ? "dark" : "light"}.png`));
    }
  }
  for (const [name, paths] of [["book", [book]], ["folder", [folder]]]) {
    await page.click("#clear");
    await page.drop(paths);
    await page.until(done);
    if (name === "book") {
      await page.until("document.querySelector('#board svg') !== null");
      await page.run("go({ at: '12' })");
    }
    for (const width of [390, 900, 1440]) {
      for (const dark of [false, true]) {
        await page.look({ width, height: 900 }, dark);
        const wide = await page.run("document.documentElement.scrollWidth - innerWidth");
        assert(wide <= 0, `${name} at ${width}: ${wide} pixels too wide`);
        await page.shoot(join(shots, `${name}-${width}-${dark ? "dark" : "light"}.png`));
      }
    }
  }
  await page.look({ width: 1280, height: 900 }, false);
});

const many = Number(process.env.ISHI_MANY ?? 10_000);
await test(`${many} files leave the page responsive, and can be cancelled`, async () => {
  rmSync(join(scratch, "many"), { recursive: true, force: true });
  const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".mgt")).sort();
  for (let count = 0; count < many; count += 1) {
    made(`many/${count % 100}/${count}.mgt`, readFileSync(join(folder, sources[count % sources.length])));
  }
  await page.click("#clear");
  await page.run("window.longest = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) "
    + "longest = Math.max(longest, duration); }).observe({ type: 'longtask' })");
  const start = Date.now();
  await page.drop([join(scratch, "many")]);
  await page.until(`${done} && ${text("#said")}.startsWith('${many.toLocaleString("en")} of ')`);
  const seconds = (Date.now() - start) / 1000;
  const longest = await page.run("longest");
  console.log(`${many} files in ${seconds.toFixed(1)} s; the longest task on the page's own thread took ${longest.toFixed(0)} ms`);
  await page.run("document.querySelector('[name=to][value=ishi]').click()");
  await page.until("document.querySelector('#counted').textContent.startsWith('0 of') === false");
  await page.run("document.querySelector('#cancel').click()");
  await page.until(`${done} && ${text("#said")}.includes('cancelled')`);
});

await test("the page asks nobody for anything and reports no error", async () => {
  const asked = page.events.filter(({ method }) => method === "Network.requestWillBeSent")
    .map(({ params }) => params.request.url).filter((url) => !/^(file|blob|data):/.test(url));
  assert.deepEqual(asked, []);
  const errors = page.events.filter(({ method, params }) => method === "Runtime.exceptionThrown"
    || (method === "Log.entryAdded" && params.entry.level === "error"));
  assert.deepEqual(errors, []);
});

await page.close();
console.log(`${passed} passed, 0 failed`);
