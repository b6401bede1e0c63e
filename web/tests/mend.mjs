// Changes records on the page as its users do: node --experimental-websocket web/tests/mend.mjs PAGE ISHI SCRATCH
//
// SCRATCH has axe-core (npm), and gets screenshots.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CONTROL, open } from "./chromium.mjs";
import { axe, done, downloaded, finish, fresh, garbled, html, made, native, opened, quiet, scratch, shots, test, text } from "./tools.mjs";

const page = await open(pathToFileURL(html).href);
const clear = async () => {
  await page.run("window.confirm = () => true; document.body.dataset.state === 'files' && document.querySelector('#clear').click()");
  await page.until("document.body.dataset.state === 'empty'");
};
const show = async (path, name) => { await clear(); await page.drop([path]); await page.until(opened(name)); await page.until("mend.checked !== null"); };
/** Writes into a field, in place of what is there. */
const write = async (name, words) => {
  await page.run(`document.querySelector('#edit-form [name=${name}]').select()`);
  await page.type(words);
};
const isOpen = (id) => `document.querySelector('#${id}').open`;
const edit = async (fields) => {
  await page.click("#edit");
  await page.until(isOpen("edit-box"));
  for (const [name, words] of Object.entries(fields)) await write(name, words);
  await page.click("#edit-form .main");
};
const accept = async () => {
  await page.until(isOpen("change-box"));
  await page.click("#accept");
  await page.until(`!${isOpen("change-box")} && ${text("#taken")} !== '' && game.shown !== null`);
};
const changes = () => page.run("[...document.querySelectorAll('#changes li')].map((change) => change.textContent)");
const download = async (name) => { await page.click("#download"); return (await downloaded(page, name)).toString(); };

const untidy = "( ;FF[4] GM[1]SZ[9]\nPB[Ana]  PW[Bert]RE[B+R];B[ba]\n (;W[ca] ;B[cc]C[so])(;W[dd]\n)   )\n";
const games = made("untidy.sgf", untidy);

await test("a name is changed, and every other byte of the file stays", async () => {
  await show(games, "untidy.sgf");
  await edit({ PB: "Anna" });
  await page.until(isOpen("change-box"));
  assert.deepEqual(await changes(), ["Black Ana → Anna line 2before: PB[Ana]after: PB[Anna]"]);
  assert.equal(await page.run(text("#viewed")), "Ana – Bert");
  await accept();
  assert.equal(await page.run(text("#taken")), "Changed. Black: Anna.");
  await page.until(`${text("#viewed")} === 'Anna – Bert' && ${text("#rows")}.includes('Anna – Bert') && ${text("#rows")}.includes('changed')`);
  assert.equal(await download("untidy.sgf"), untidy.replace("Ana", "Anna"));
  assert.match(await page.run(text("#outcome")), /^Changed here/);
});

await test("a rank is added and changed", async () => {
  await edit({ BR: "5k", WR: "3d" });
  await accept();
  assert.equal(await page.run(text("#taken")), "Changed. Rank of Black: 5k; Rank of White: 3d.");
  await page.until(`${text("#viewed")} === 'Anna 5k – Bert 3d'`);
  await edit({ BR: "4k" });
  await page.until(isOpen("change-box"));
  assert.equal((await changes()).length, 1);
  assert.match((await changes())[0], /before: BR\[5k\]after: BR\[4k\]/);
  await accept();
  await page.until(`${text("#viewed")} === 'Anna 4k – Bert 3d'`);
  for (const title of ["Anna 5k – Bert 3d", "Anna – Bert"]) {
    await page.click("#undo");
    await page.until(`${text("#viewed")} === '${title}'`);
  }
  assert.equal(await download("untidy.sgf"), untidy.replace("Ana", "Anna"));
});

await test("the comment of a move is changed, and the move stays in sight", async () => {
  await page.run("go({ at: '3' })");
  await page.until(`${text("#where")}.startsWith('Move 3')`);
  await edit({ C: "so it is]\nand was", RE: "White won by 3 1/2 points" });
  await accept();
  assert.match(await page.run(text("#where")), /^Move 3/);
  await page.until(`${text("#comment")} === 'so it is]\\nand was' && ${text("#sub")} === 'White won by 3.5 points'`);
  const changed = untidy.replace("Ana", "Anna").replace("B+R", "W+3.5").replace("[so]", "[so it is\\]\nand was]");
  assert.equal(await download("untidy.sgf"), changed);
  await page.run("document.querySelector('#zip').click()");
  const unpacked = fresh("changed");
  execFileSync("python3", ["-m", "zipfile", "-e", made("records.zip", await downloaded(page, "records.zip")), unpacked]);
  assert.equal(readFileSync(join(unpacked, "untidy.sgf"), "utf8"), changed);
});

await test("a change is taken back, by button and by key", async () => {
  await page.click("#undo");
  await page.until(`${text("#taken")}.includes('undone') && ${text("#sub")} === 'Black won by resignation'`);
  await page.key("z", CONTROL);
  await page.until(`${text("#viewed")} === 'Ana – Bert' && document.querySelector('#undo').hidden`);
  assert.equal(await download("untidy.sgf"), native(games, "sgf").toString());
});

await test("what cannot be is not accepted, and the reason is told", async () => {
  await edit({ KM: "six" });
  await page.until(`${text("#edit-error")} === 'Komi: "six" is not a value; expected a decimal number.'`);
  assert.equal(await page.run(isOpen("change-box")), false);
  await write("KM", "6 1/2");
  await page.key("Enter");
  await page.until(isOpen("change-box"));
  await page.key("Escape");
  await page.until(`!${isOpen("change-box")} && ${isOpen("edit-box")}`);
  await page.click("#edit-close");
  await edit({});
  await page.until(`${text("#edit-error")}.startsWith('No text')`);
  await page.click("#edit-close");
  assert.equal(await page.run("state.open.past?.length ?? 0"), 0);
});

await test("a change of an old record is in its conversion, and in its old form", async () => {
  const old = "EVENT  The first\r\nBLACK   Ana\r\nWHITE Bert\r\nREMARK by hand\r\nB 1 Q16\r\nW  2  D4\r\n";
  const changed = old.replace("BLACK   Ana", "BLACK Anna 5-kyu");
  await show(made("old.go", old), "old.go");
  await edit({ PB: "Anna", BR: "5k" });
  await accept();
  assert.equal(await download("old.sgf"), native(made("changed.go", changed), "sgf").toString());
  const to = async (format) => {
    await page.run(`document.querySelector('[name=to][value=${format}]').click()`);
    await page.until(done);
  };
  await to("ishi");
  assert.equal(await download("old.go"), changed);
  await to("sgf");
});

await test("a file with garbled names that was changed is as readable as one that was not", async () => {
  await show(garbled, "garbled.sgf");
  await edit({ RE: "W+R" });
  await accept();
  const changed = made("garbled-changed.sgf", Buffer.from(readFileSync(garbled).toString("latin1").replace("RE[B+R]", "RE[W+R]"), "latin1"));
  const result = await download("garbled.sgf");
  assert.equal(result, native(changed, "sgf").toString());
  assert.match(result, /CA\[UTF-8\][^]*聂卫平/);
});

await test("a wrong charset is one line, which mends its name and the letters", async () => {
  await show(garbled, "garbled.sgf");
  await page.click("#tab-record");
  assert.deepEqual(await page.run("[...document.querySelectorAll('.fix b')].map(({ textContent }) => textContent)"), ["Charset ISO-8859-1 → UTF-8"]);
  await page.click(".fix .mend");
  await page.until(isOpen("change-box"));
  assert.deepEqual(await page.run("[...document.querySelectorAll('#changes b')].map(({ textContent }) => textContent)"), ["Charset ISO-8859-1 → UTF-8", "Letters written in the new charset"]);
  await accept();
  assert.match(await download("garbled.sgf"), /CA\[UTF-8\][^]*聂卫平/);
});

const fox = "(;GM[1]FF[4]SZ[19]GN[]PB[Anna] PW[Otto]AP[foxwq]RU[Chinese]KM[375] ;B[pd] ;W[dp])";
await test("a komi is mended after its difference was seen", async () => {
  await show(made("fox.sgf", fox), "fox.sgf");
  assert.equal(await page.run(text("#tab-count")), "2 to mend");
  await page.click("#tab-record");
  const labels = () => page.run("[...document.querySelectorAll('.mend')].map((button) => button.getAttribute('aria-label') ?? button.textContent)");
  assert.deepEqual(await labels(), ["Mend all 2", "Mend: Komi 375 → 7.5", "Mend: Game name without a value removed"]);
  await page.run("[...document.querySelectorAll('.mend')].find((button) => button.parentNode.textContent.includes('B036')).click()");
  await page.until(isOpen("change-box"));
  assert.deepEqual(await changes(), ["Komi 375 → 7.5 line 1before: KM[375]after: KM[7.5]"]);
  assert(await page.run("document.querySelector('#change-guess').hidden"));
  await accept();
  assert.equal(await page.run(text("#taken")), "Mended: Komi 375 → 7.5.");
  await page.until("mend.checked?.fixes.count === 1");
  assert.equal(await download("fox.sgf"), fox.replace("375", "7.5"));
  await page.run("document.querySelector('.mend').click()");
  await accept();
  await page.until(`mend.checked?.fixes.count === 0 && ${text("#tab-count")} === ''`);
  const mended = made("fox-mended.sgf", fox);
  execFileSync(process.argv[3], ["check", "-q", "--fix", "--no-backup", mended]);
  assert.equal(await download("fox.sgf"), readFileSync(mended, "utf8"));
});

await test("a guess is named as one", async () => {
  await show(made("guess.sgf", fox.replace("AP[foxwq]", "").replace("GN[]", "").replace("375", "750")), "guess.sgf");
  await page.click("#tab-record");
  const label = await page.run("document.querySelector('.mend').textContent");
  assert.equal(label, "Mend (a guess)");
  await page.click(".mend");
  await page.until(isOpen("change-box"));
  assert.deepEqual(await changes(), ["Komi 750 → 7.5 line 1 a guessbefore: KM[750]after: KM[7.5]"]);
  assert.equal(await page.run("document.querySelector('#change-guess').hidden"), false);
  await page.click("#change-close");
  assert.equal(await page.run("state.open.past?.length ?? 0"), 0);
});

await test("a file that cannot be looked through for mistakes is named, and the others are looked through", async () => {
  await clear();
  const gone = made("gone/0.sgf", fox);
  for (let count = 1; count < 1500; count += 1) made(`gone/${count}.sgf`, `(;FF[4]GM[1]SZ[9]PB[Anna ${count}];B[aa])`);
  made("gone/a.sgf", fox);
  await page.drop([join(scratch, "gone")]);
  await page.until("state.files[0]?.row");
  rmSync(gone);
  await page.until(`state.files.length === 1501 && state.files.at(-1).row?.fixes > 0`);
  assert.match(await page.run(text("#said")), /^gone\/0\.sgf was not looked through for mistakes: .+\.$/);
});

await test("five steps are done by keyboard alone", async () => {
  await clear();
  const old = made("nineties/best.go", "EVENT\r\nBLACK Shusaku\r\nWHITE Gennan\r\nB 1 Q16\r\nW 2 D4\r\nVAR\r\nW 2 D16\r\nB 3 D4\r\nENDVAR\r\nB 3 R4\r\n");
  const club = join(scratch, "nineties.zip");
  execFileSync("python3", ["-m", "zipfile", "-c", club, "nineties", "club/1980"], { cwd: scratch });
  await page.focus("#pick-files");
  await page.choose("Enter", [club]);
  await page.until(`${done} && state.files.length > 20`);
  await page.focus("#search");
  await page.type("shusaku");
  await page.until(`${done} && list.shown.length === 1`);
  await page.key("Enter");
  await page.until(opened("nineties/nineties/best.go"));
  await page.focus("#board");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.key(key);
  await page.until(`${text("#where")} === 'Move 2: White D16, first variation'`);
  await page.focus("#edit");
  await page.key("Enter");
  await page.until(isOpen("edit-box"));
  await page.focus("[name=PW]");
  await page.key("a", CONTROL);
  await page.type("Gennan Inseki");
  await page.key("Enter");
  await page.until(`${isOpen("change-box")} && document.activeElement.id === 'accept'`);
  // What a screen reader tells of the button is the difference.
  assert.equal(await page.run("document.activeElement.getAttribute('aria-describedby')"), "changes");
  assert.deepEqual(await changes(), ["WHITE Gennan → WHITE Gennan Inseki line 3before: WHITE Gennanafter: WHITE Gennan Inseki"]);
  await page.key("Enter");
  await page.until(`${text("#taken")} === 'Changed. White: Gennan Inseki.' && document.activeElement.id === 'edit'`);
  assert.equal(await page.run("document.querySelector('#taken').getAttribute('role')"), "status");
  await page.until(`${text("#where")} === 'Move 2: White D16, first variation'`);
  await page.focus("#print");
  await page.run("window.print = () => { window.printed = document.querySelector('#sheet').innerText; }");
  await page.key("Enter");
  await page.until("window.printed?.includes('Shusaku – Gennan Inseki')");
  await page.run("dispatchEvent(new Event('afterprint'))");
  await page.focus("#download");
  await page.key("Enter");
  const changed = made("best-changed.go", readFileSync(old, "utf8").replace("Gennan", "Gennan Inseki"));
  assert.deepEqual(await downloaded(page, "best.sgf"), native(changed, "sgf"));
});

await test("the dialogs are whole at four sizes, in light and dark, and axe finds no fault", async () => {
  await page.run(axe());
  await show(games, "untidy.sgf");
  await edit({ PB: "Anna of a club with a very long name that goes on and on and on", C: "so\nit is" });
  await page.until(isOpen("change-box"));
  for (const box of ["change-box", "edit-box"]) {
    for (const [width, height] of [[1366, 768], [1280, 900], [1440, 900], [390, 844]]) {
      for (const dark of [false, true]) {
        await page.look({ width, height }, dark);
        const found = await page.run("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map((rule) => "
          + "rule.id + ': ' + rule.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')))");
        assert.deepEqual(found, [], `${box} ${width}`);
        assert.equal(await page.run("Math.max(innerWidth, document.documentElement.scrollWidth)"), width);
        await page.shoot(join(shots, `${box}-${width}-${dark ? "dark" : "light"}.png`), false);
      }
    }
    await page.run(`document.querySelector('#${box}').close()`);
  }
  await page.look({ width: 1366, height: 768 }, false);
});

await test("the page asks nobody for anything and reports no error", async () => quiet(page));

await page.close();
finish();
