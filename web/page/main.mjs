// The page: its parts, the keys, menus and help.

import "./board.mjs";
import { $ } from "./dom.mjs";
import { add, addText } from "./files.mjs";
import { again, game, go, openEntry } from "./game.mjs";
import { list } from "./list.mjs";
import { mend } from "./mend.mjs";
import { ask, on, ready, state } from "./state.mjs";
import "./take.mjs";
import { ACROSS, DOWN, tree } from "./tree.mjs";
import { playOrStop, steps, turn, walkBy } from "./walk.mjs";
import "./link.mjs";

const MOVES = {
  ArrowRight: () => walkBy(1), ArrowLeft: () => walkBy(-1), PageDown: () => walkBy(10), PageUp: () => walkBy(-10),
  Home: () => walkBy(-Infinity), End: () => walkBy(Infinity),
};
const TURNS = { ArrowDown: () => turn(1), ArrowUp: () => turn(-1) };
const FILES = { ArrowDown: () => list.step(1), ArrowUp: () => list.step(-1) };
/** Where a person writes or chooses, so that keys are letters and lines. */
const WRITING = "input:is([type=search], [type=range], [type=radio], [name]), select, textarea, dialog, pre, [role=tab]";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const at = event.target;
  if (event.key === "Escape") {
    const menu = at.closest?.(".menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
    return;
  }
  // From the search a person goes on to what was found.
  if (at.id === "search" && ["ArrowDown", "Enter"].includes(event.key)) {
    event.preventDefault();
    $("list").focus();
    list.update();
    const first = list.shown.find(({ index }) => index !== null);
    if (first && !list.shown.some(({ entry, index }) => entry === state.open && index === game.number - 1)) list.open(first);
    return;
  }
  if (at.closest?.(WRITING)) return;
  if (event.key === "?") { help(); return; }
  if (document.body.dataset.state !== "files") return;
  if (event.key === " " && !at.closest?.("button, label, summary, a, .zone")) {
    event.preventDefault();
    playOrStop();
    return;
  }
  const inSide = at.closest?.("#side") && !at.closest("#tree");
  if (inSide && !["ArrowRight", "ArrowLeft"].includes(event.key)) return;
  const here = at.closest?.("#files") ? FILES : TURNS;
  const key = MOVES[event.key] ?? here[event.key];
  if (!key) return;
  event.preventDefault();
  // A key that is held does not run ahead of the board.
  if (!event.repeat || steps.waiting === 0) key();
});

// A menu near the lower edge of the window comes into sight.
for (const menu of document.querySelectorAll(".menu")) {
  menu.addEventListener("toggle", () => { if (menu.open) menu.lastElementChild.scrollIntoView({ block: "nearest" }); });
}

function help() {
  if (!$("help").open) $("help").showModal();
}

addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
$("help-open").addEventListener("click", help);
$("version").textContent = VERSION;

// ---- the first view ------------------------------------------------------------------------------------------------

const EXAMPLE = `EVENT A first lesson
BOARDSIZE 9
BLACK Anna
WHITE Bert
DATE 1990-05-03
B 1 C7
W 2 G7
B 3 G3
VAR
B 3 C3
COM Quieter
Black keeps the left side.
ENDCOM
W 4 G3
ENDVAR
W 4 D4
MARK a@E4 b@D5
COM
White leans on the corner. Where does Black answer, at a or b?
ENDCOM
B 5 D5
W 6 E4
REMARK written down from memory
`;
$("example").addEventListener("click", () => addText(EXAMPLE, "first-lesson.go"));

/** A corner of a board, as the converter draws it. */
const CORNER = "(;SZ[19]VW[kj:ss]AB[pq][op]AW[qo])";
async function drawCorner() {
  await ask("open", { file: { name: "corner.sgf", file: new Blob([CORNER]) } });
  const { svg } = await ask("show", { options: { style: "wood", bare: true, at: "start" } });
  // The names of colours in a picture are for the whole page, so there is one picture at a time.
  if (document.body.dataset.state === "empty") $("corner").innerHTML = svg;
}
ready.then(drawCorner).catch(() => {});
on("open", () => $("corner").replaceChildren());
on("cleared", drawCorner);

// For the console of the browser, and for tests: the page as it is.
globalThis.ishi = { state, game, list, tree, mend, steps, ACROSS, DOWN, add, again, go, openEntry };
