// Does on the page what players do first, at six widths: node --experimental-websocket web/tests/player.mjs PAGE ISHI SCRATCH
//
// With mouse, keys, fingers and trackpad. SCRATCH has axe-core (npm).

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { open } from "./chromium.mjs";
import { axe, corpus, done, downloaded, finish, fixtures, fresh, html, made, native, opened, quiet, test, text } from "./tools.mjs";

const WIDTHS = [[320, 640], [390, 844], [768, 1024], [1024, 768], [1366, 768], [1920, 1080]];
const page = await open(pathToFileURL(html).href);
const become = (words) => page.until(`${text("#where")}.startsWith(${JSON.stringify(words)})`);
const count = (selector) => page.run(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const clear = async () => {
  await page.run("window.confirm = () => true; document.body.dataset.state === 'files' && document.querySelector('#clear').click()");
  await page.until("document.body.dataset.state === 'empty'");
};
const bring = async (path, name) => { await clear(); await page.drop([path]); await page.until(opened(name)); };
const atEach = async (body) => {
  for (const [width, height] of WIDTHS) {
    await page.look({ width, height }, false);
    await page.drawn();
    await body(width, height);
  }
};
const middle = () => page.run("(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(document.querySelector('#board').getBoundingClientRect())");
/** Returns where a point of the board is on the screen. */
const pointOf = (name) => page.run(`(() => { const [left, top, step, , , , rows] = game.shown.grid; const svg = document.querySelector('#board svg'); `
  + "const box = svg.getBoundingClientRect(); const scale = box.width / svg.viewBox.baseVal.width; "
  + `const [x, y] = ["ABCDEFGHJKLMNOPQRST".indexOf("${name[0]}"), rows - ${name.slice(1)}]; `
  + "return { x: box.left + (left + x * step) * scale, y: box.top + (top + y * step) * scale }; })()");
const search = (words) => page.run(`(() => { const box = document.querySelector('#search'); box.value = '${words}'; box.dispatchEvent(new Event('input')); })()`)
  .then(() => page.until(done));
const titles = () => page.run("[...document.querySelectorAll('.file .who')].map((who) => who.textContent)");

const moves = (many) => Array.from({ length: many }, (_, move) => `;${"BW"[move % 2]}[${String.fromCharCode(97 + (move * 7) % 19, 97 + (move * 3) % 19)}]`).join("");
const plain = made("plain.sgf", `(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Anna]BR[5k]PW[Bert]WR[3d]RE[B+R]${moves(60)})`);

await test("P1: after files are chosen with the mouse, the arrow keys walk", async () => {
  await page.look({ width: 1366, height: 768 }, false);
  await page.send("Page.setInterceptFileChooserDialog", { enabled: true });
  const before = page.events.length;
  await page.click("[for=pick-files]");
  const chooser = () => page.events.slice(before).find(({ method }) => method === "Page.fileChooserOpened");
  for (let tries = 0; tries < 500 && !chooser(); tries += 1) await new Promise((resolve) => { setTimeout(resolve, 10); });
  await page.send("DOM.setFileInputFiles", { files: [plain], backendNodeId: chooser().params.backendNodeId });
  await page.send("Page.setInterceptFileChooserDialog", { enabled: false });
  await page.until(opened("plain.sgf"));
  await become("Move 60:");
  await page.key("ArrowLeft");
  await become("Move 59:");
  for (const box of ["#coordinates", "#wood"]) {
    await page.click("#looks summary");
    for (const leave of [() => page.click(box), () => page.click(box), () => page.key("Escape")]) {
      await leave();
      const at = await page.run("game.at");
      await page.key("ArrowLeft");
      await page.until(`game.at === ${at - 1}`);
    }
  }
});

/** Turns a wheel: so many events of so many pixels each. */
async function wheel(events, deltaY) {
  const at = await middle();
  await Promise.all(Array.from({ length: events }, () => page.send("Input.dispatchMouseEvent", { type: "mouseWheel", ...at, deltaX: 0, deltaY })));
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  await page.until("steps.waiting === 0");
}

await test("P2: a stroke on a trackpad is a few moves, a notch of a mouse is one", async () => {
  await page.run("go({ at: 'start' })");
  await become("Start");
  await wheel(40, 4);
  assert.equal(await page.run("game.at"), 1);
  await page.run("go({ at: 'start' })");
  await become("Start");
  await wheel(5, 120);
  assert.equal(await page.run("game.at"), 5);
  await wheel(2, -120);
  assert.equal(await page.run("game.at"), 3);
});

/** Code for: the elements whose middle something else covers. */
const COVERED = "['#board svg', '[data-go=first]', '[data-go=back]', '#play', '[data-go=on]', '[data-go=last]', '#slide', '.plate .name', '#download', '#edit', '#print', '#tab-game'].filter((selector) => { "
  + "const element = document.querySelector(selector); element.scrollIntoView({ block: 'nearest' }); const box = element.getBoundingClientRect(); "
  + "return [0.05, 0.5, 0.95].some((part) => { const found = document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2); "
  + "return !found || !(element.contains(found) || found.contains(element)); }); })";

await test("P3: at no width from 320 to 1,920 pixels is the board or a button covered", async () => {
  for (let width = 320; width <= 1920; width += 40) {
    await page.look({ width, height: width < 700 ? 844 : 768 }, false);
    await page.drawn();
    assert.deepEqual(await page.run(COVERED), [], `at ${width}`);
    assert.equal(await page.run("Math.max(innerWidth, document.documentElement.scrollWidth)"), width);
    const board = await page.run("document.querySelector('#board svg').getBoundingClientRect().width");
    assert(board >= Math.min(width - 20, 430), `the board has ${board} pixels at ${width}`);
  }
});

const problem = made("problem.go", "EVENT\r\nBOARDSIZE 19\r\nSETUP W C16 D10 R12 Q14\r\nSETUP B D16 Q16 Q4 R9\r\nMARK A@Q10\r\nCOM\r\nProblem 1. Black to play. What about A?\r\nENDCOM\r\n"
  + "B 1 Q11\r\nCOM\r\nCorrect Answer. Black caps with 1.\r\nENDCOM\r\nVAR\r\nB 1 Q10\r\nCOM\r\nFailure. Slack.\r\nENDCOM\r\nW 2 P12\r\nENDVAR\r\nVAR\r\nB 1 C3\r\nW 2 C4\r\nB 3 D4\r\nENDVAR\r\nW 2 O13\r\n");
await test("P4: a problem keeps its answers to itself, and a click answers", async () => {
  await bring(problem, "problem.go");
  await atEach(async (width) => {
    await page.run("game.answers = false; go({ game: 1 })");
    await become("Start");
    await page.until("!document.querySelector('#ask').hidden");
    const letters = await page.run("[...document.querySelectorAll('#board .play text')].map(({ textContent }) => textContent)");
    assert.deepEqual(letters, ["A"], `at ${width}`);
    assert.equal(await count("#board .play [stroke-dasharray]") + await count("#branches button"), 0);
    assert.equal(await page.run("getComputedStyle(document.querySelector('#tree-size')).visibility"), "hidden");
    await page.run("document.querySelector('#board').scrollIntoView({ block: 'nearest' })");
    await page.press(await pointOf("E5"));
    await page.until(`${text("#judged")} === 'E5 is not in this record.'`);
    await page.press(await pointOf("Q10"));
    await page.until(`${text("#judged")} === 'Wrong.'`);
    await page.key("ArrowLeft");
    await become("Start");
    await page.press(await pointOf("Q11"));
    await page.until(`${text("#judged")} === 'Right.'`);
    await page.key("ArrowLeft");
    await become("Start");
    // The record replies to a move that it does not judge.
    await page.press(await pointOf("C3"));
    await become("Move 2: White C4");
  });
  await page.run("go({ at: 'start' })");
  await become("Start");
  await page.click("#answers");
  await page.until("document.querySelectorAll('#branches button').length === 3");
  // The letter of the file is alone: next moves are stones without letters.
  assert.deepEqual(await page.run("[...document.querySelectorAll('#board .play text')].map(({ textContent }) => textContent)"), ["A"]);
  assert.equal(await page.run(text("#branches")), "Next:Black Q11Black Q10Black C3");
  assert.equal(await page.run("getComputedStyle(document.querySelector('#tree-size')).visibility"), "visible");
});

const edit = async (name, words) => {
  await page.click("#edit");
  await page.until("document.querySelector('#edit-box').open");
  await page.run(`document.querySelector('#edit-form [name=${name}]').select()`);
  await page.type(words);
  await page.click("#edit-form .main");
  await page.until("document.querySelector('#change-box').open");
  await page.click("#accept");
  await page.until(`${text("#taken")}.startsWith('Changed') && game.shown !== null`);
};
const other = made("other.sgf", "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Carl]PW[Dora];B[ee])");
await test("P5: a changed file is marked and found, and leaving asks until it is downloaded", async () => {
  await page.look({ width: 1366, height: 768 }, false);
  await clear();
  await page.drop([plain, other]);
  await page.until(opened("other.sgf"));
  await edit("PB", "Carla");
  await page.until(`${text("#chips")}.includes('1 changed')`);
  await page.click("[data-chip=changed]");
  assert.deepEqual(await titles(), ["Carla – Dora"]);
  assert.equal(await count(".file .changed"), 1);
  await page.click("[data-chip=all]");
  const leaves = () => page.run("dispatchEvent(new Event('beforeunload', { cancelable: true }))");
  assert.equal(await leaves(), false);
  await page.run("window.asked = ''; window.confirm = (words) => { window.asked = words; return false; }; document.querySelector('#clear').click()");
  assert.match(await page.run("asked"), /^1 changed file not downloaded/);
  assert.equal(await page.run("state.files.length"), 2);
  await page.click("#download");
  assert.match((await downloaded(page, "other.sgf")).toString(), /PB\[Carla\]/);
  await page.until("dispatchEvent(new Event('beforeunload', { cancelable: true }))");
});

const collection = made("collection.sgf", Array.from({ length: 300 }, (_, index) =>
  `(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Player ${index}]PW[${index === 7 ? "Łukasz Müller" : "Bert"}]RE[${index === 9 ? "0]C[A slack move" : "B+R"}];B[ee])`).join("\n"));
await test("P6: each game of a collection is found, without accents and in comments", async () => {
  await clear();
  await page.drop([collection]);
  await page.until(opened("collection.sgf"));
  await atEach(async (width) => {
    if (width < 992) await page.click("#to-list");
    assert.equal(await page.run("Math.max(innerWidth, document.documentElement.scrollWidth)"), width);
    await search("player 150");
    assert.deepEqual(await titles(), ["collection.sgf", "Player 150 – Bert"], `at ${width}`);
    if (width < 992) {
      // The way back to the board, and again to the list, which has all games.
      for (const words of ["‹ Board", "‹ 300 games"]) {
        assert.equal(await page.run(text("#to-list")), words);
        await page.click("#to-list");
      }
    }
    await page.click(".file.part");
    await page.until("game.number === 151");
    assert.equal(await page.run(text(".plate .name")), "Player 150");
    if (width < 992) await page.click("#to-list");
    await search("lukasz muller");
    assert.equal((await titles())[1], "Player 7 – Łukasz Müller");
    await search("slack");
    assert.equal((await titles())[1], "Player 9 – Bert");
    assert.match(await page.run(text(".file.part .facts")), /^draw · /);
    await search("nobody at all");
    assert.equal(await page.run("document.querySelector('#no-rows').hidden"), false);
    await search("");
    assert.equal(await page.run("list.shown.length"), 301);
    await page.run("document.body.dataset.view = 'game'");
  });
});

const foxes = Array.from({ length: 5 }, (_, index) => made(`fox/${index}.sgf`, `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Anna]PW[Otto]AP[foxwq:]RU[Chinese]KM[${index < 4 ? 375 : 7.5}];B[pd];W[dp])`));
await test("P7 and P8: what can be mended is one number, in words of a player, and all files are mended at once", async () => {
  await clear();
  await page.drop(foxes);
  await page.until(`${done} && ${text("#chips")}.includes('4 can be mended') && game.shown !== null`);
  await atEach(async (width) => {
    await page.until(`${text("#tab-count")} === '1 to mend'`);
    await page.click("#tab-record");
    assert.match(await page.run(text(".fix")), /^Komi 375 → 7.5Mend/);
    await page.drawn();
    assert(await page.run("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('.fix').getBoundingClientRect())"), `at ${width}`);
    await page.click("#tab-game");
  });
  assert.equal(await page.run("document.querySelector('.file .outcome').textContent"), "1 to mend");
  await page.look({ width: 1366, height: 768 }, false);
  await page.click("#mend-all");
  await page.until("document.querySelector('#change-box').open");
  assert.equal(await page.run(text("#changes")), "Komi 375 → 7.54 files");
  await page.click("#accept");
  await page.until(`${text("#taken")} === 'Mended 4 files.' && ${text("#chips")}.includes('4 changed') && !${text("#chips")}.includes('can be mended')`);
});

const jumps = made("jumps.sgf", "(;FF[4]GM[1]SZ[9]PB[Anna]PW[Bert]C[Start];B[ee];W[dd]C[one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten](;B[cc];W[gg])(;B[gc])(;B[cg]))");
const clocks = made("clocks.sgf", `(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Yoda Norimoto]BR[9p]PW[Cho Chikun]WR[9p]KM[5.5]RE[B+0.5]`
  + `${moves(40).replaceAll(/;([BW])/g, (all, color, at) => `;${color}L[${3000 - at}]${color}`)})`);
await test("a game without comments tells its facts beside the board, and no name is cut beside its clock", async () => {
  await bring(jumps, "jumps.sgf");
  assert.equal(await count("#zone-record #facts"), 1);
  await bring(clocks, "clocks.sgf");
  await atEach(async (width) => {
    assert.match(await page.run("document.querySelector('#zone-game').innerText"), /Komi\s*5\.5/);
    assert.deepEqual(await page.run("[...document.querySelectorAll('.plate .name')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)"), [], `at ${width}`);
  });
});

await test("an upright tablet has the board above the words and the tree", async () => {
  for (const [width, height] of [[744, 1133], [768, 1024], [820, 1180], [1024, 1366]]) {
    await page.look({ width, height }, false);
    await page.drawn();
    const [board, plates, take, tree] = await page.run("['#board svg', '#plates', '#take', '#tree'].map((selector) => (({ top, bottom, width }) => ({ top, bottom, width }))(document.querySelector(selector).getBoundingClientRect()))");
    assert(board.width >= 500 && board.bottom <= plates.top && plates.bottom < Math.min(take.top, tree.top) && tree.bottom <= height, `at ${width}`);
    for (const menu of ["#options", "#more"]) {
      await page.run(`document.querySelector('${menu}').open = true`);
      const box = await page.run(`(({ top, bottom }) => ({ top, bottom }))(document.querySelector('${menu} > :not(summary)').getBoundingClientRect())`);
      assert(box.top >= 0 && box.bottom <= height, `${menu} at ${width}`);
      await page.run(`document.querySelector('${menu}').open = false`);
    }
  }
});

await test("P9: the tree and the buttons stay where they are from move to move", async () => {
  await bring(jumps, "jumps.sgf");
  await atEach(async (width) => {
    const places = new Set();
    for (const at of ["start", "1", "2", "3", "4"]) {
      await page.run(`go({ at: '${at}' })`);
      await page.until(`game.at === ${at === "start" ? 0 : at}`);
      await page.drawn();
      places.add(await page.run("['#tree', '#controls', '#slide', '#tabs'].map((id) => Math.round(document.querySelector(id).getBoundingClientRect().top + scrollY)).join()"));
    }
    // On a phone the row of variations has no place of its own.
    assert(places.size <= (width < 700 ? 2 : 1), `at ${width}: ${[...places].join(" ")}`);
  });
});

await test("P10: annotated records open at their start, plain games at their last move", async () => {
  assert.equal(await page.run("game.shown !== null"), true);
  await bring(jumps, "jumps.sgf");
  await become("Start");
  await bring(plain, "plain.sgf");
  await become("Move 60:");
});

/** Draws a finger across the board. */
async function swipe(by) {
  const at = await middle();
  await page.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  for (const part of [0.3, 0.6, 1]) await page.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: at.x + by * part, y: at.y }] });
  await page.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

await test("P11: on a phone the board and the comment are in sight together, a swipe walks, and targets have 44 pixels", async () => {
  await bring(jumps, "jumps.sgf");
  await page.look({ width: 390, height: 844 }, false);
  await page.run("scrollTo(0, 0)");
  await page.drawn();
  for (const selector of ["#board", "#plates", "#controls", "#comment", "#download"]) {
    const [top, bottom] = await page.run(`(({ top, bottom }) => [top, bottom])(document.querySelector('${selector}').getBoundingClientRect())`);
    assert(top >= 0 && bottom <= 844 && bottom > top, `${selector}: ${top} to ${bottom}`);
  }
  await page.tap("[data-go=on]");
  await page.until("game.at === 1");
  for (const [by, move] of [[-120, 2], [-120, 3], [120, 2]]) {
    await swipe(by);
    await page.until(`game.at === ${move}`);
  }
  const menu = "(({ top, bottom }) => top >= 0 && bottom < innerHeight + 1)(document.querySelector('#more .list').getBoundingClientRect())";
  await page.click("#more summary");
  await page.until(menu);
  await page.click("#more summary");
  const small = await page.run("[...document.querySelectorAll('button, .button, select, input[type=range]')].filter((element) => element.offsetParent !== null && element.getBoundingClientRect().height > 0 "
    + "&& element.getBoundingClientRect().height < 44 && !element.closest('dialog')).map((element) => `${element.id || element.textContent}: ${element.getBoundingClientRect().height}`)");
  assert.deepEqual(small, []);
});

await test("P12: an image of a floppy disk is opened like an archive, without its deleted file", async () => {
  const image = gunzipSync(readFileSync(join(fixtures, "../batch/floppy.img.gz")));
  for (const ending of ["img", "IMA", "dsk"]) {
    await clear();
    await page.drop([made(`floppy.${ending}`, image)]);
    await page.until(opened("floppy/GAME1.GO"));
    const names = await page.run("state.files.map(({ name, row }) => `${name} ${row.status}`)");
    assert.equal(names.length, 40);
    for (const name of ["floppy/GAME38.GO", "floppy/GAMES/INNER.GO", "floppy/a long name.go"]) assert(names.includes(`${name} verified`), `${name} in ${names}`);
    assert.equal(names.filter((name) => name.includes("GONE")).length, 0);
    assert.equal(await page.run(text("#said")), "40 of 40 files converted, each read back and compared.");
  }
});

await test("P13: a lone file that is refused is told once, and truly", async () => {
  await atEach(async () => {
    await clear();
    await page.drop([made("old.ugf", "[Header]\r\nCrypt=2146,CRYPTED,READ_ONLY\r\n[Data]\r\nPP,B1,1,0\r\n")]);
    await page.until(`${done} && ${text("#board")}.startsWith('This file cannot be shown: it is an encrypted UGF file')`);
    assert.equal(await page.run(text("#said")), "No file converted; 1 not converted.");
    assert.equal(await page.run("document.querySelector('main').innerText.split('encrypted').length - 1"), 1);
    assert.equal(await page.run("[...document.querySelectorAll('#take button:enabled')].filter(({ id }) => !['undo'].includes(id)).map(({ id, textContent }) => id || textContent).join()"), "print-all");
  });
});

await test("P14: captures tell who took, links are links, backgammon has no lines, ? is help, and clearing leaves no ring", async () => {
  await page.look({ width: 1366, height: 768 }, false);
  await bring(made("ko.sgf", "(;FF[4]SZ[9]PB[Anna]PW[Bert];B[ba];W[aa];B[ab]C[see https://example.org/go.])"), "ko.sgf");
  await become("Move 3: Black A8, takes one stone");
  assert.equal(await page.run("[...document.querySelectorAll('.took')].map((took) => took.textContent).join('|')"), "took 1|");
  assert.equal(await page.run("document.querySelector('#comment a').href"), "https://example.org/go");
  await page.run("document.querySelector('#board').focus()");
  await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "?", text: "?" });
  await page.until("document.querySelector('#help').open");
  await page.key("Escape");
  await page.until("!document.querySelector('#help').open");
  await bring(made("backgammon.sgf", "(;FF[4]GM[6]PB[Anna]PW[Bert];B[31hefe])"), "backgammon.sgf");
  assert.doesNotMatch(await page.run(`${text("#facts")} + ${text("#where")}`), /19|After move/);
  assert.equal(await page.run("document.querySelector('#wood-box').hidden"), true);
  await page.click("#clear");
  await page.until("document.activeElement.tagName === 'H1'");
  assert.equal(await page.run("getComputedStyle(document.activeElement).outlineStyle"), "none");
});

await test("the space key plays the game, move by move", async () => {
  await bring(jumps, "jumps.sgf");
  await page.run("document.querySelector('#seconds').value = '1'; document.querySelector('#board').focus()");
  await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: " ", text: " " });
  await page.until("game.at === 2");
  await page.click("#play");
  assert.equal(await page.run("document.querySelector('#play').getAttribute('aria-pressed')"), "false");
});

await test("axe finds no fault at six widths, with a long comment, a problem and the list on a phone", async () => {
  await page.run(axe());
  const look = async (name) => atEach(async (width) => {
    for (const dark of [false, true]) {
      await page.look({ width, height: 800 }, dark);
      const found = await page.run("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map((rule) => "
        + "rule.id + ': ' + rule.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')))");
      assert.deepEqual(found, [], `${name} ${width} ${dark ? "dark" : "light"}`);
    }
  });
  await bring(made("long.sgf", `(;FF[4]SZ[9]PB[Anna]PW[Bert]C[${"so it is\n".repeat(200)}];B[ee])`), "long.sgf");
  await look("comment");
  await bring(problem, "problem.go");
  await look("problem");
  await page.look({ width: 1366, height: 768 }, false);
  await clear();
  await page.drop([...foxes, made("letter.txt", "Dear Anna\n")]);
  await page.until(`${done} && game.shown !== null`);
  await page.click("#tab-record");
  await page.run("document.body.dataset.view = 'list'");
  await look("list and findings");
});

await test("the page asks nobody for anything and reports no error", async () => quiet(page));
await page.close();

await test("a link has the game in it, where the page is served", async () => {
  const server = createServer((request, response) => { response.setHeader("Content-Type", "text/html"); response.end(readFileSync(html)); });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  const address = `http://127.0.0.1:${server.address().port}/`;
  const served = await open(address);
  await served.drop([jumps]);
  await served.until(opened("jumps.sgf"));
  await served.run("go({ at: '2b' })");
  await served.until(`${text("#where")}.startsWith('Move 3')`);
  await served.send("Browser.grantPermissions", { permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"], origin: address });
  await served.run("document.querySelector('#copy-link').click()");
  await served.until(`${text("#taken")} === 'The link is copied.'`);
  const link = await served.run("navigator.clipboard.readText()");
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/#g=[\w-]+&game=1&at=2b$/);
  const where = await served.run(text("#where"));
  await served.send("Page.navigate", { url: "about:blank" });
  await served.send("Page.navigate", { url: link });
  await served.until("document.documentElement?.dataset.ready === 'yes'");
  await served.until(`${opened("linked.sgf")} && ${text("#where")} === ${JSON.stringify(where)}`);
  await served.close();
  server.close();
});

finish();
