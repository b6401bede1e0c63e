// Converts on the page as its users do: node --experimental-websocket web/tests/page.mjs PAGE ISHI SCRATCH
//
// PAGE is ishi.html, ISHI the program that results are compared with, SCRATCH a folder for files.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { open } from "./chromium.mjs";
import { axe, book, done, downloaded, finish, fixtures, folder, fresh, garbled, html, ishi, made, native, opened, quiet, scratch, stored, test, text } from "./tools.mjs";

const page = await open(pathToFileURL(html).href);
const choose = async (name, value) => {
  await page.run(`document.querySelector('[name=${name}][value=${value}]').click()`);
  await page.until(done);
};

await test("an Ishi file that is dropped is shown and converted like the program does", async () => {
  await page.drop([book]);
  await page.until(opened("poster.go"));
  assert.match(await page.run(text("#said")), /^1 of 1 file converted/);
  await page.click("#download");
  assert.deepEqual(await downloaded(page, "poster.sgf"), native(book, "sgf"));
});

await test("a game is downloaded in each format", async () => {
  for (const [to, ending] of [["sgf", "sgf"], ["ishi", "go"], ["smartgo", "mgt"], ["json", "json"]]) {
    await choose("to", to);
    assert.equal(await page.run(text("#download")), `Download ${{ sgf: "SGF", ishi: "Ishi", smartgo: "Smart-Go", json: "JSON" }[to]}`);
    await page.click("#download");
    assert.deepEqual(await downloaded(page, `poster.${ending}`), native(book, to), to);
  }
  await choose("to", "sgf");
});

await test("names in the wrong charset are one click away from the right ones", async () => {
  await page.drop([garbled]);
  await page.until(opened("garbled.sgf"));
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
  await page.until("document.querySelector('.file[aria-selected=true]').textContent.includes('聂卫平 – 马晓春')");
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
  const packed = fresh("packed");
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
  const unpacked = fresh("unpacked");
  execFileSync("python3", ["-m", "zipfile", "-e", made("records.zip", await downloaded(page, "records.zip")), unpacked]);
  const expected = native(join(packed, "a.mgt"), "sgf");
  for (const name of ["old-zip/a", "old-zip/inner/b", "old-tar/a", "old-tgz/inner/b", "one", "old/a"]) {
    assert.deepEqual(readFileSync(join(unpacked, `${name}.sgf`)), expected, name);
  }
  await page.click("#clear");
  await page.drop([archives[3]]);
  await page.until(opened("one.mgt"));
});

await test("why a file failed is said once, and what opens a RAR archive", async () => {
  await page.click("#clear");
  await page.drop([made("broken.zip", "PK\u0003\u0004 and then the end"), made("x.rar", Buffer.from("Rar!\x1a\x07\x01\0", "latin1"))]);
  await page.until(`${done} && ${text("#said")}.includes('2 not converted')`);
  await page.run("openEntry(state.files.find(({ name }) => name === 'x.rar'))");
  await page.until(`state.open.name === 'x.rar' && ${text("#outcome")}.includes('7-Zip')`);
  await page.until(`!${text("#board")}.includes('svg')`);
  const shown = await page.run("document.querySelector('#viewer').innerText");
  assert.equal(shown.split("RAR archive").length - 1, 1, shown);
});

await test("JSON is a target", async () => {
  await page.click("#clear");
  await choose("to", "json").catch(() => {});
  await page.drop([book]);
  await page.until(`${done} && ${text("#said")} === '1 of 1 file converted.'`);
  await page.until(opened("poster.go"));
  await page.click("#download");
  assert.deepEqual(await downloaded(page, "poster.json"), native(book, "json"));
  await choose("to", "sgf");
});

await test("what is no record is said to be none", async () => {
  await page.drop([made("letter.txt", "Dear Anna, thank you for the game.\n")]);
  await page.until(done);
  await page.until(`${text("#rows")}.includes('no game record')`);
  await page.drop([made("old.ugf", "[Header]\r\nCrypt=2146,CRYPTED,READ_ONLY\r\n[Data]\r\nPP,B1,1,0\r\n")]);
  await page.until(`${text("#rows")}.includes('an encrypted UGF file')`);
  await page.run("openEntry(state.files.find(({ name }) => name === 'letter.txt'))");
  await page.until("state.open.name === 'letter.txt'");
  await page.until(`${text("#board")}.startsWith('This file cannot be shown: not a game record')`);
});

await test("a record of a Go server is converted", async () => {
  await page.drop([made("tygem.gib", "\\HS\r\n\\[GAMEBLACKNAME=Anna (5K)\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\n3 0 &4\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\nSTO 0 3 2 3 15\r\n\\GE\r\n")]);
  await page.until("state.files.some(({ name, row }) => name === 'tygem.gib' && row?.status === 'verified')");
  await page.until(`${opened("tygem.gib")} && ${text("#facts")}.includes('Anna')`);
});

await test("pasted text is opened", async () => {
  await page.click("#paste-open");
  await page.run("document.querySelector('#pasted').value = '(;FF[4]GM[1]SZ[9]PB[Carl];B[ee])'");
  await page.click("#paste");
  await page.until(`${opened("pasted text")} && ${text("#facts")}.includes('Carl')`);
});

await test("a folder of 300 files goes into one archive, with a report", async () => {
  await page.click("#clear");
  await page.drop([folder]);
  await page.until(`${done} && ${text("#said")}.startsWith('300 of 300 files')`);
  await page.click("#zip");
  const archive = made("records.zip", await downloaded(page, "records.zip"));
  const unpacked = fresh("unpacked");
  execFileSync("python3", ["-m", "zipfile", "-e", archive, unpacked]);
  for (const game of [0, 7, 299]) {
    const name = `${1980 + (game % 12)}/game-${game}`;
    assert.deepEqual(readFileSync(join(unpacked, `club/${name}.sgf`)), native(join(folder, `${name}.mgt`), "sgf"));
  }
  const report = JSON.parse(readFileSync(join(unpacked, "report.json"), "utf8"));
  assert.equal(report.summary.verified, 300);
  assert.equal(report.inputs.length, 300);
  // The page of the report tells the same, and shows the games.
  const told = await open(pathToFileURL(join(unpacked, "report.html")).href, { ready: "document.readyState === 'complete'" });
  assert.match(await told.run(text("#lead")), /^300 files looked at and 300 games converted/);
  await told.click("#body button");
  await told.until(`${text(".game")}.includes('Anna 0 (B) – Bert (W)') && document.querySelectorAll('.game svg').length === 1`);
  assert.equal(await told.run("[...document.querySelectorAll('#heads th')].map((head) => head.textContent).join(' ')"), "File Status Format Games Moves");
  quiet(told);
  await told.close();
});

/** Lets axe look at a document of the program in light and dark, and closes it. */
async function faultless(shown) {
  await shown.run(axe());
  for (const dark of [false, true]) {
    await shown.look({ width: 1280, height: 900 }, dark);
    assert.deepEqual(await shown.run("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map((rule) => rule.id + ': ' + rule.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')))"), []);
  }
  quiet(shown);
  await shown.close();
}

await test("the program's report has the worst files first, a board in an opened row, and axe finds no fault in it", async () => {
  const mixed = fresh("mixed");
  for (const [name, content] of [["a.sgf", "(;FF[4]GM[1]SZ[9]PB[Anna]PW[Bert];B[ee])"], ["b.txt", "Dear Anna\n"], ["c.sgf", "(;GM[1]SZ[9]PB[Carl];B[ee]"],
    ["d.sgf", "no record"], ["e.sgf", "(;FF[4]GM[1]SZ[9]PB[Dora];B[ee])\nSent by mail\n"]]) made(`mixed/${name}`, content);
  const file = join(scratch, "report.html");
  spawnSync(ishi, ["convert", "-q", mixed, "-t", "sgf", "-d", fresh("mixed-results"), "--report", file, "--force"]);
  const report = await open(pathToFileURL(file).href, { ready: "document.readyState === 'complete'" });
  const names = await report.run("[...document.querySelectorAll('.name button')].map((name) => name.textContent.split('/').at(-1)).join(' ')");
  assert.equal(names, "d.sgf e.sgf b.txt c.sgf a.sgf");
  await report.click("#body tr:last-child button");
  assert.equal(await report.run("document.querySelectorAll('.game svg').length"), 1);
  await faultless(report);
});

await test("axe finds no fault in the sheets of a game and of a book", async () => {
  const sheet = join(scratch, "sheet.html");
  for (const record of [book, join(fixtures, "../../examples/first-lesson.go")]) {
    execFileSync(ishi, ["show", "--sheet", "-o", sheet, "--force", record]);
    await faultless(await open(pathToFileURL(sheet).href, { ready: "document.readyState === 'complete'" }));
  }
});

await test("another target converts all files again", async () => {
  await choose("to", "ishi");
  await page.until(`${done} && ${text("#said")}.startsWith('300 of 300 files')`);
  await page.click("#download");
  const name = await page.run("state.open.name");
  assert.deepEqual(await downloaded(page, name.split("/").pop().replace(".mgt", ".go")), native(join(scratch, name), "ishi"));
  await choose("to", "sgf");
});

await test("the page asks nobody for anything and reports no error", async () => quiet(page));

await page.close();
finish();
