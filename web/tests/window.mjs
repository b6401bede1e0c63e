// Looks at records on the page as its users do: node --experimental-websocket web/tests/window.mjs PAGE ISHI SCRATCH
//
// SCRATCH has axe-core (npm), and gets screenshots.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { open } from "./chromium.mjs";
import { axe, book, corpus, done, downloaded, finish, fixtures, folder, games, garbled, html, made, native, opened, quiet, scratch, shots, test, text } from "./tools.mjs";

const page = await open(pathToFileURL(html).href);
const where = () => page.run(text("#where"));
const become = (words) => page.until(`${text("#where")}.startsWith(${JSON.stringify(words)})`);
/** Code for: an element is in sight. */
const shown = (selector) => `(() => { const box = document.querySelector('${selector}').getBoundingClientRect(); `
  + "return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1 && box.height > 0; })()";

const SIZES = [[1366, 768], [1280, 900], [1440, 900], [390, 844]];
const lesson = join(fixtures, "../../examples/first-lesson.go");
const marks = join(fixtures, "draw/marks.sgf");
const ko = made("ko.sgf", "(;FF[4]SZ[9]PB[Anna]PW[Bert]RE[B+R]TM[1800]OT[5x30 byo-yomi];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
  + "(;B[ee];W[ff])(;B[dd]C[one stone more])(;B[gg]))");

// A ninth of the files is SGF with words after the game: SGF that stays SGF is written anew, without them.
const losses = games("losses", (game) => game % 9 === 0);

await test("list, board and buttons are in sight at four sizes", async () => {
  await page.drop([folder]);
  await page.until(`${done} && ${text("#said")}.startsWith('300 of 300')`);
  for (const [width, height] of SIZES) {
    await page.look({ width, height }, false);
    const always = ["#board svg", "#plates", "#controls", "#where", "#download"];
    for (const selector of width < 600 ? [...always, "#to-list"] : [...always, "#search", "#list", "#zip"]) {
      await page.until(shown(selector), `${selector} is in sight at ${width}x${height}`);
    }
    // A phone shows what is too wide in a smaller scale.
    assert.equal(await page.run("Math.max(innerWidth, document.documentElement.scrollWidth)"), width);
    const board = await page.run("document.querySelector('#board svg').getBoundingClientRect().width");
    assert(board >= Math.min(width - 20, 560), `the board has ${board} pixels at ${width}`);
  }
  await page.look({ width: 1366, height: 768 }, false);
});

await test("coordinates can be read, or are left out", async () => {
  const size = "(() => { const label = document.querySelector('#board .still text'); const box = label.getBoundingClientRect(); "
    + "return box.height === 0 ? 0 : parseFloat(getComputedStyle(label).fontSize) * document.querySelector('#board svg').getBoundingClientRect().width "
    + "/ document.querySelector('#board svg').viewBox.baseVal.width; })()";
  for (const [width, height, least, most] of [[1366, 768, 10, 14.1], [390, 844, 9.9, 14.1], [844, 390, 9.9, 14.1], [600, 330, 0, 0]]) {
    await page.look({ width, height }, false);
    await page.until(`${size} >= ${least} && ${size} <= ${most}`, `coordinates at ${width}x${height}`);
  }
  await page.look({ width: 1366, height: 768 }, false);
});

await test("menus are in sight at four sizes", async () => {
  for (const [width, height] of SIZES) {
    await page.look({ width, height }, false);
    for (const menu of ["#options", "#more", "#looks"]) {
      await page.run(`document.querySelector('${menu}').open = true`);
      const [left, right, least, most] = await page.run(`(() => { const box = document.querySelector('${menu} > :not(summary)').getBoundingClientRect(); `
        + "const around = document.querySelector('body').getBoundingClientRect(); "
        + "return [box.left, box.right, around.left, around.right]; })()");
      assert(left >= least && right <= most, `${menu} at ${width}: ${left} to ${right} in ${least} to ${most}`);
      await page.run(`document.querySelector('${menu}').open = false`);
    }
  }
  await page.look({ width: 1366, height: 768 }, false);
});

await test("no word in a chooser is cut, and the buttons of a game are in one row", async () => {
  for (const [width, height] of SIZES) {
    await page.look({ width, height }, false);
    if (width > 600) {
      const cut = await page.run("(() => { const box = document.querySelector('#sort'); const pen = document.createElement('canvas').getContext('2d'); "
        + "pen.font = getComputedStyle(box).font; const room = box.clientWidth - 24; "
        + "return [...box.options].map((option) => option.text).filter((text) => pen.measureText(text).width > room); })()");
      assert.deepEqual(cut, [], `#sort at ${width}`);
    }
    const tops = await page.run("[...document.querySelectorAll('#take > :not([hidden], :empty, #split)')].map((button) => Math.round(button.getBoundingClientRect().top))");
    assert.equal(new Set(tops).size, 1, `the buttons at ${width}: ${tops}`);
  }
  await page.look({ width: 1366, height: 768 }, false);
});

await test("the list is searched, filtered and sorted, and only rows in sight are elements", async () => {
  assert(await page.run("document.querySelectorAll('.file').length") < 40);
  assert.equal(await page.run("document.querySelector('.file').getAttribute('aria-setsize')"), "300");
  const titles = () => page.run("[...document.querySelectorAll('.file .who')].map((who) => who.textContent)");
  const search = async (words) => {
    await page.run(`(() => { const box = document.querySelector('#search'); box.value = '${words}'; box.dispatchEvent(new Event('input')); })()`);
    await page.until(done);
  };
  await search("anna 29 bert");
  const found = await titles();
  assert(found.includes("Anna 29 – Bert") && found.every((title) => title.includes("29")), found.join());
  await search("");
  const pick = async (id, value) => {
    await page.run(`(() => { const box = document.querySelector('#${id}'); box.value = '${value}'; box.dispatchEvent(new Event('change')); })()`);
    await page.until(done);
  };
  await pick("sort", "title");
  assert.deepEqual((await titles()).slice(0, 3), ["Anna 0 – Bert", "Anna 1 – Bert", "Anna 2 – Bert"]);
  await page.drop([made("letter.txt", "Dear Anna\n")]);
  await page.until(`${done} && ${text("#chips")}.includes('1 not read')`);
  await page.click("[data-chip=failed]");
  assert.deepEqual(await titles(), ["letter.txt"]);
  await page.click("[data-chip=all]");
  await pick("sort", "added");
});

await test("files with losses, with remarks and of a charset are found, and each outcome is in its row", async () => {
  await page.click("#clear");
  await page.drop([losses, made("repaired.sgf", "(;FF[4]GM[1]SZ[9]PB[Carl];B[ee];W[dd"), garbled]);
  await page.until(`${done} && ${text("#said")} === '302 of 302 files converted, each read back and compared; something left out in 34.'`);
  const filtered = async (value) => {
    await page.click(`[data-chip=${value}]`);
    await page.until(done);
    return page.run("[list.shown.length, document.querySelector('.file').textContent]");
  };
  assert.deepEqual(await filtered("left"), [34, "Anna 0 – Bert1990-05-03 · …/1980/game-0.sgf1 left out"]);
  assert.equal((await filtered("all"))[0], 302);
  await page.run("(() => { const box = document.querySelector('#search'); box.value = 'gb18030'; box.dispatchEvent(new Event('input')); })()");
  await page.until("list.shown.length === 1");
  assert.match(await page.run(text(".file")), /聂卫平 – 马晓春B\+R · 1990-05-03/);
  await page.run("(() => { const box = document.querySelector('#search'); box.value = ''; box.dispatchEvent(new Event('input')); })()");
});

await test("keys walk through files and moves", async () => {
  await page.click("#clear");
  await page.drop([lesson, ko, marks]);
  await page.until(opened("first-lesson.go"));
  await page.run("document.querySelector('#list').focus()");
  await page.key("ArrowDown");
  await page.until(opened("ko.sgf"));
  await page.key("ArrowUp");
  await page.until(opened("first-lesson.go"));
  await page.key("Home");
  await become("Start");
  await page.key("ArrowRight");
  await become("Move 1:");
  await page.key("End");
  await become("Move 9:");
  await page.key("ArrowLeft");
  await become("Move 8:");
});

await test("a game with variations opens at its start, and each move is told in words", async () => {
  await page.run("openEntry(state.files[1])");
  await page.until(opened("ko.sgf"));
  assert.equal(await where(), "Start");
  await page.run("document.querySelector('#board').focus()");
  await page.key("End");
  await become("Move 10: White F4");
  assert.equal(await page.run(text(".plate:last-child .took")), "took 1");
  await page.run("document.querySelector('#board').focus()");
  for (let back = 0; back < 2; back += 1) await page.key("ArrowLeft");
  await become("Move 8: White B8, takes one stone");
  assert.equal(await page.run("document.querySelector('#where').getAttribute('role')"), "status");
  assert.equal(await page.run(text("#sub")), "Black won by resignation");
  assert.match(await page.run(text("#facts")), /Time30 minutes and 5x30 seconds/);
});

await test("the time left is told for each move", async () => {
  await page.drop([made("clock.sgf", "(;FF[4]SZ[9]PB[Anna]PW[Bert];B[ee]BL[3725.9];W[ff]WL[62];B[gg]BL[600]OB[12];W[dd])")]);
  await page.until(opened("clock.sgf"));
  const left = () => page.run("[...document.querySelectorAll('.plate .time')].map((time) => time.textContent).join(' ')");
  assert.equal(await left(), "10:00 (12) 1:02");
  await page.run("go({ at: '1' })");
  await become("Move 1:");
  assert.equal(await left(), "1:02:05 ");
  await page.run("openEntry(state.files[1])");
  await page.until(opened("ko.sgf"));
  assert.equal(await left(), " ");
  await page.run("go({ at: '8' })");
  await become("Move 8:");
});

await test("a name that is cut is told whole under the mouse", async () => {
  const name = "Anna of a club with a very long name";
  await page.drop([made("long-name.sgf", `(;FF[4]SZ[9]PB[${name}]PW[Bert];B[ee])`)]);
  await page.until(`${opened("long-name.sgf")} && ${text("#rows")}.includes('${name}')`);
  const at = await page.run("(({ left, top }) => ({ x: left + 20, y: top + 8 }))(document.querySelector('.file[aria-selected=true] .who span').getBoundingClientRect())");
  await page.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...at });
  await page.until(`document.querySelector('.file[aria-selected=true] .who span').title === '${name} – Bert'`);
  assert(await page.run("[...document.querySelectorAll('.file .who span')].every(({ title, textContent }) => title === '' || textContent.includes('very long'))"));
  await page.run("openEntry(state.files[1])");
  await page.until(opened("ko.sgf"));
  await page.run("go({ at: '8' })");
  await become("Move 8:");
});

await test("the next moves are on the board, and a click on one plays it", async () => {
  // The letter C is on a star point, and a patch hides the star.
  assert.equal(await page.run("document.querySelectorAll('#board .play [fill=\"#e2b56b\"] > circle').length"), 3);
  assert.equal(await page.run("document.querySelectorAll('#board .play [stroke-dasharray]').length"), 1);
  assert.match(await page.run(text("#branches")), /Next:A: Black E5B: Black D6C: Black G3/);
  const at = await page.run("(() => { const { x, y } = game.shown.points[1]; const svg = document.querySelector('#board svg'); "
    + "const box = svg.getBoundingClientRect(); const scale = box.width / svg.viewBox.baseVal.width; "
    + "return { x: box.left + x * scale, y: box.top + y * scale }; })()");
  await page.press(at);
  await become("Move 9: Black D6, first variation");
  assert.match(await page.run(text("#comment")), /one stone more/);
  await page.key("ArrowDown");
  await become("Move 9: Black G3, second variation");
  await page.key("ArrowUp");
  await page.key("ArrowUp");
  await become("Move 9: Black E5");
});

await test("a click on a half of the board walks, and a tap too", async () => {
  await page.click("#board", 0.95);
  await become("Move 10:");
  await page.click("#board", 0.05);
  await become("Move 9:");
  const box = await page.run("(({ left, top }) => ({ x: left + 200, y: top + 200 }))(document.querySelector('#board').getBoundingClientRect())");
  await page.send("Input.dispatchMouseEvent", { type: "mouseWheel", ...box, deltaX: 0, deltaY: -120 });
  await become("Move 8:");
  await page.send("Input.dispatchMouseEvent", { type: "mouseWheel", ...box, deltaX: 0, deltaY: 120 });
  await become("Move 9:");
  await page.look({ width: 390, height: 844 }, false);
  await page.tap("[data-go=on]");
  await become("Move 10:");
  await page.look({ width: 1366, height: 768 }, false);
});

await test("a move changes the stones, and the board stays", async () => {
  await page.run("window.kept = document.querySelector('#board svg')");
  await page.key("ArrowLeft");
  await become("Move 9:");
  assert(await page.run("window.kept === document.querySelector('#board svg')"));
  const drawn = await page.run("document.querySelector('#board .play').innerHTML");
  for (const count of [0, 1]) {
    await page.run("document.querySelector('#wood').click()");
    await page.until(`document.querySelectorAll('#board #ishi-wood').length === ${count}`);
  }
  await page.until("window.kept !== document.querySelector('#board svg')");
  assert.equal(await page.run("document.querySelector('#board .play').innerHTML"), drawn);
});

await test("numbers, coordinates and wood are as a person wants them", async () => {
  const count = (selector) => page.run(`document.querySelectorAll('#board ${selector}').length`);
  const numbers = async (value) => page.run(`(() => { const box = document.querySelector('#numbers'); box.value = '${value}'; box.dispatchEvent(new Event('change')); })()`);
  const told = "[...document.querySelectorAll('#board .play text')].map(({ textContent }) => textContent).filter((text) => text > '0' && text < 'A').join(' ')";
  await numbers("all");
  await page.until(`${told}.includes('9')`);
  await numbers("here");
  await page.until(`${told} === ''`);
  await page.key("ArrowRight");
  await page.until(`${told} === '10'`);
  await page.key("ArrowLeft");
  await numbers("no");
  await page.click("#looks summary");
  await page.click("#coordinates");
  await page.until("document.querySelectorAll('#board .still text').length === 0");
  await page.click("#coordinates");
  await page.until("document.querySelectorAll('#board .still text').length > 0");
  assert.equal(await count("#ishi-wood"), 1);
  await page.click("#wood");
  await page.until("document.querySelectorAll('#board #ishi-wood').length === 0");
  await page.click("#wood");
  await page.until("document.querySelectorAll('#board #ishi-wood').length === 1");
  await page.key("Escape");
});

await test("marks, labels, territory, lines and arrows are on the board, and dimmed points are pale", async () => {
  await page.drop([marks]);
  await page.until(opened("marks.sgf"));
  await page.run("go({ at: 'start' })");
  await become("Start");
  const count = (selector) => page.run(`document.querySelectorAll(${JSON.stringify(`#board .play ${selector}`)}).length`);
  const letters = await page.run("[...document.querySelectorAll('#board .play text')].map(({ textContent }) => textContent)");
  assert.deepEqual(letters.filter((label) => ["1", "18", "118", "a", "Z", "abcd"].includes(label)).length, 6);
  // The lines of LN, and the shafts and heads of AR; three points of each territory.
  assert.equal(await count("path[stroke='#c8321f']") + await count("path[fill='#c8321f']"), 6);
  assert.equal(await count("[stroke='#ffffff'] > rect") + await count("[stroke='#1a1a1a'] > rect"), 6);
  assert.match(await page.run(text("#notes")), /F9: a longer label/);
  await page.run("go({ at: '1' })");
  await become("Move 1:");
  assert.equal(await count("[fill-opacity] > rect"), 36);
});

await test("a problem opens at its first position, a diagram shows its region", async () => {
  await page.drop([made("problem.sgf", "(;FF[4]SZ[19]AB[pd][qe]AW[qd]C[Black to play];B[rd];W[rc])")]);
  await page.until(opened("problem.sgf"));
  assert.equal(await where(), "Start");
  assert.match(await page.run(text("#comment")), /Black to play/);
  await page.drop([book]);
  await page.until(opened("poster.go"));
  await page.run("go({ at: 'start' })");
  await become("Start");
  const width = "document.querySelector('#board svg').viewBox.baseVal.width";
  const whole = await page.run(width);
  await page.run("(() => { const box = document.querySelector('#figure'); box.value = '1'; box.dispatchEvent(new Event('change')); })()");
  await page.until(`${text("#where")} === 'Diagram 1 of 1'`);
  assert(await page.run(width) < whole * 0.7);
  assert.match(await page.run("[...document.querySelectorAll('#board .play text')].map(({ textContent }) => textContent).join(' ')"), /\b17\b/);
  await page.run("openEntry(state.files.find(({ name }) => name === 'ko.sgf'))");
  await page.until(opened("ko.sgf"));
  await page.run("go({ at: '9' })");
  await become("Move 9:");
});

await test("a click in the tree goes there", async () => {
  await page.drawn();
  const at = await page.run("(() => { const node = game.shown.variations[2].node; const box = document.querySelector('#tree-size').getBoundingClientRect(); "
    + "return { x: box.left + (tree.nodes.column[node] + 0.5) * ACROSS, y: box.top + (tree.nodes.row[node] + 0.5) * DOWN }; })()");
  await page.press(at);
  await become("Move 9: Black G3, second variation");
});

await test("the board is saved, the game is copied", async () => {
  await page.run("document.querySelector('[data-picture=svg]').click()");
  assert.match((await downloaded(page, "ko-move-9.svg")).toString(), /^<svg [^]*ishi-wood[^]*<\/svg>\s*$/);
  await page.run("document.querySelector('[data-picture=png]').click()");
  const png = await downloaded(page, "ko-move-9.png");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1600, 1600]);
  await page.send("Browser.grantPermissions", { permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"] });
  await page.run("document.querySelector('#copy').click()");
  await page.until(`${text("#taken")} === 'Copied.'`);
  assert.equal(await page.run("navigator.clipboard.readText()"), native(ko, "sgf").toString());
});

/** Prints, and returns the PDF and the words of the sheet. */
async function printed(selector) {
  await page.run(`window.print = () => {}; document.querySelector('${selector}').click()`);
  await page.until("document.body.classList.contains('sheet-ready')");
  const words = await page.run("document.querySelector('#sheet').innerText");
  const { data } = await page.send("Page.printToPDF", { printBackground: false });
  await page.run("dispatchEvent(new Event('afterprint'))");
  return { pdf: Buffer.from(data, "base64"), words };
}

await test("a game and a book are printed", async () => {
  const game = await printed("#print");
  assert.match(game.words, /Anna – Bert[^]*Black won by resignation[^]*Moves 1–10/);
  // A number on a point that was taken before is told beside the diagram.
  await page.drop([made("taken.sgf", `(;FF[4]SZ[19]AB[ba][ab][bc][cb]AW[ca][db][cc];W[bb];B[da];W[aa];B[cb];W[ss];B[rr];W[bb]${Array.from({ length: 60 }, (_, move) => `;${"BW"[move % 2]}[${String.fromCharCode(97 + (move % 19), 104 + Math.floor(move / 19))}]`).join("")})`)]);
  await page.until(opened("taken.sgf"));
  for (const [moves, parts] of [[100, /Moves 1–67[^]*7 at 1/], [50, /Moves 1–50[^]*7 at 1[^]*Moves 51–67/]]) {
    await page.run(`document.querySelector('#moves').value = '${moves}'`);
    assert.match((await printed("#print")).words, parts);
  }
  await page.run("document.querySelector('#moves').value = '100'");
  assert.equal(game.pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length, 1);
  made("sheet-game.pdf", game.pdf);
  await page.drop([book]);
  await page.until(opened("poster.go"));
  const sheet = await printed("#print");
  assert.match(sheet.words, /Life in the corner[^]*White lives in the corner in gote/);
  made("sheet-book.pdf", sheet.pdf);
  await page.drop([made("two.sgf", "(;FF[4]SZ[9]PB[Dora];B[ee])(;FF[4]SZ[9]PB[Emil];B[ee])")]);
  await page.until(opened("two.sgf"));
  assert.doesNotMatch((await printed("#print")).words, /Emil/);
  assert.match((await printed("#print-all")).words, /Dora[^]*Emil/);
});

const joseki = join(corpus, "sgf/kogo-joseki/Kogo's Joseki Dictionary.sgf");
const LOOKS = [
  ["empty", async () => page.until("document.body.dataset.state === 'empty'")],
  ["game", async () => { await page.drop([ko]); await page.until(opened("ko.sgf")); await page.run("go({ at: '8' })"); await become("Move 8"); }],
  ["marks", async () => { await page.drop([marks]); await page.until(opened("marks.sgf")); await page.run("go({ at: 'start' })"); await become("Start"); }],
  ["book", async () => { await page.drop([book]); await page.until(opened("poster.go")); }],
  ["garbled", async () => { await page.drop([garbled]); await page.until(opened("garbled.sgf")); }],
  ["losses", async () => {
    await page.drop([losses]);
    await page.until(`${done} && ${text("#said")}.startsWith('300 of 300')`);
  }],
  ["joseki", async () => {
    await page.drop([joseki]);
    await page.until(opened("Kogo's Joseki Dictionary.sgf"));
    await page.run("go({ at: '6' })");
    await become("Move 6:");
  }],
].filter(([name]) => name !== "joseki" || existsSync(joseki));

await test("axe finds no fault, in light and dark, at four sizes", async () => {
  await page.run(axe());
  for (const [name, prepare] of LOOKS) {
    await page.run("document.body.dataset.state === 'files' && document.querySelector('#clear').click()");
    await page.look({ width: 1366, height: 768 }, false);
    await prepare();
    for (const [width, height] of SIZES) {
      for (const dark of [false, true]) {
        await page.look({ width, height }, dark);
        const found = await page.run("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map((rule) => "
          + "rule.id + ': ' + rule.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')))");
        assert.deepEqual(found, [], `${name} ${width} ${dark ? "dark" : "light"}`);
        assert.equal(await page.run("Math.max(innerWidth, document.documentElement.scrollWidth)"), width, `${name} at ${width}`);
        await page.shoot(join(shots, `${name}-${width}-${dark ? "dark" : "light"}.png`), false);
      }
    }
  }
});

await test("a dark page has a wooden board, and nothing moves by itself", async () => {
  await page.look({ width: 1366, height: 768 }, true);
  const light = "(getComputedStyle(document.body).backgroundColor.match(/\\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0)";
  assert(await page.run(light) < 3 * 50);
  assert.equal(await page.run("document.querySelectorAll('#board #ishi-wood').length"), 1);
  await page.look({ width: 1366, height: 768 }, false);
  assert(await page.run(light) > 3 * 220);
  const moving = "[...document.querySelectorAll('*')].filter((element) => { const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element); "
    + "return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior !== 'auto'; }).length";
  assert.equal(await page.run(moving), 0);
});

await test("in forced colours the board keeps its own, and what is chosen has a frame", async () => {
  await page.drop([ko]);
  await page.until(opened("ko.sgf"));
  await page.run("go({ at: '9' })");
  await become("Move 9:");
  await page.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  const frames = (selector) => page.run(`[...document.querySelectorAll('${selector}')].map((element) => getComputedStyle(element).outlineStyle)`);
  assert.deepEqual(await frames("#branches [aria-pressed=true], .file[aria-selected=true]"), ["solid", "solid"]);
  assert(!(await frames("#branches button:not([aria-pressed])")).includes("solid"));
  assert.equal(await page.run("getComputedStyle(document.querySelector('#board svg')).forcedColorAdjust"), "none");
  await page.shoot(join(shots, "forced-colours.png"), false);
  await page.look({ width: 1280, height: 900 }, false);
});

await test("the page asks nobody for anything and reports no error", async () => quiet(page));

await page.close();
finish();
