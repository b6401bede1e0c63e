// The board: its picture, the players below it, and the pointer on it.

import { $, eachFrame, make, number, sentence } from "./dom.mjs";
import { again, factsOf, game, go, isSecret, place } from "./game.mjs";
import { on } from "./state.mjs";
import { walkBy, steps } from "./walk.mjs";

/** The first part of a picture, up to the layer that moves change. */
let still = "";

function cannotShow(text) {
  still = "";
  const told = document.createElement("p");
  told.textContent = text;
  $("board").replaceChildren(told);
}

/** Draws the board; of the same board only the stones and marks change. */
function draw(svg) {
  const start = svg.indexOf('<g class="play"');
  const end = svg.indexOf('<g class="words"');
  const before = start < 0 ? svg : svg.slice(0, start);
  const board = $("board").querySelector("svg");
  if (board && start >= 0 && before === still) {
    const inside = svg.slice(svg.indexOf(">", start) + 1, svg.lastIndexOf("</g>", end < 0 ? undefined : end));
    board.querySelector("g.play").innerHTML = inside;
    return;
  }
  still = before;
  $("board").innerHTML = svg;
  const drawn = $("board").querySelector("svg");
  drawn.setAttribute("aria-hidden", "true");
  const { width, height } = drawn.viewBox.baseVal;
  drawn.style.setProperty("--ratio", width / height);
  fit();
}

/** The least and the largest size of coordinates, in pixels, and their size in the picture. */
const [LEAST, MOST, USUAL] = [10, 14, 15.2];
/** The width of a board that has room for coordinates, in pixels. */
const ROOM = 300;

/** Makes coordinates as large as they can be read, however large the board is, and the lines below as wide as the board. */
function fit() {
  const drawn = $("board").querySelector("svg");
  if (!drawn) return;
  const { width } = drawn.getBoundingClientRect();
  $("viewer").style.setProperty("--board", `${width}px`);
  drawn.classList.toggle("small", width < ROOM);
  const scale = width / drawn.viewBox.baseVal.width;
  const size = Math.min(Math.max(USUAL * scale, LEAST), MOST);
  if (scale > 0) drawn.style.setProperty("--coordinate", `${(size / scale).toFixed(1)}px`);
}
new ResizeObserver(eachFrame(fit)).observe($("board"));

/** Returns the time of a player as a clock shows it: `754.2` -> `12:34`, and with 3 moves left `12:34 (3)`. */
function clock({ seconds, moves }) {
  const whole = Math.max(0, Math.floor(Number(seconds)));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [first, ...rest] = parts[0] > 0 ? parts : parts.slice(1);
  return `${[first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":")}${moves ? ` (${moves})` : ""}`;
}

/** Shows the players with their stones taken and their clocks. */
function tellPlayers({ captures, clocks, turn }) {
  const { properties: facts = {} } = factsOf() ?? {};
  ["Black", "White"].forEach((color, index) => {
    const plate = $("plates").children[index];
    const set = (part, text) => { plate.querySelector(`.${part}`).textContent = text; };
    set("name", facts[`P${color[0]}`] ?? color);
    plate.querySelector(".name").title = facts[`P${color[0]}`] ?? "";
    set("rank", facts[`${color[0]}R`] ?? "");
    plate.querySelector(".took").replaceChildren(...(captures?.[index] ? [make("span", {}, "took "), number(captures[index])] : []));
    set("time", clocks?.[index] ? clock(clocks[index]) : "");
    plate.classList.toggle("turn", turn === color);
    plate.title = turn === color ? `${color} plays next` : "";
  });
}

on("shown", (shown) => {
  if (shown.svg) draw(shown.svg);
  else cannotShow(sentence(shown.why_no_drawing));
  for (const id of ["plates", "walk"]) $(id).hidden = false;
  $("wood-box").hidden = (factsOf()?.kind ?? 1) !== 1;
  tellPlayers(shown);
  $("where").textContent = place(shown);
  const last = game.line.length - 1;
  Object.assign($("slide"), { max: last, value: game.at });
  $("slide").setAttribute("aria-valuetext", place(shown));
  $("moves-told").textContent = isSecret() ? "" : `${number(game.at)} / ${number(last)}`;
});
on("unreadable", (text) => {
  cannotShow(text);
  for (const id of ["plates", "walk"]) $(id).hidden = true;
  $("where").textContent = "";
});
for (const id of ["coordinates", "wood"]) $(id).addEventListener("change", again);
$("numbers").addEventListener("change", () => {
  game.from = (game.shown?.number ?? 0) + 1;
  again();
});

// ---- clicks --------------------------------------------------------------------------------------------------------

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** Returns the point at a place on the screen: where it is in the picture, and its name. */
function pointAt(event) {
  const svg = $("board").querySelector("svg");
  if (!svg || !game.shown?.grid) return null;
  const [left, top, step, column, row, columns, rows] = game.shown.grid;
  const box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / box.width;
  const [across, down] = [((event.clientX - box.left) * scale - left) / step, ((event.clientY - box.top) * scale - top) / step].map(Math.round);
  const [at, up] = [column + across, rows - row - down];
  if (across < 0 || down < 0 || at >= columns || up < 1) return null;
  return { x: left + across * step, y: top + down * step, name: `${(LETTERS[Math.floor(at / 25) - 1] ?? "") + LETTERS[at % 25]}${up}` };
}

/** Returns the node of a next move at a point. */
const nextAt = (point) => game.shown?.points?.find(({ x, y }) => point && Math.hypot(x - point.x, y - point.y) < 1)?.node;

/** How long a person sees an answer before the record replies to it, in milliseconds. */
const REPLY = 600;

/** Plays the answer to a problem: the record has it, or not. */
async function answer(point) {
  if (game.shown.next.length === 0) return;
  const node = nextAt(point);
  if (node === undefined) { $("judged").textContent = `${point.name} is not in this record.`; return; }
  await go({ node });
  const { shown } = game;
  if (shown.node !== node || shown.judged || shown.next.length === 0) return;
  setTimeout(() => { if (game.shown === shown && isSecret()) walkBy(1); }, REPLY);
}

$("board").addEventListener("click", (event) => {
  const point = pointAt(event);
  if (isSecret()) {
    if (point) answer(point);
    return;
  }
  const node = nextAt(point);
  if (node !== undefined) { go({ node }); return; }
  const box = $("board").getBoundingClientRect();
  walkBy(event.clientX > box.left + box.width / 2 ? 1 : -1);
});

// ---- wheel and swipe -----------------------------------------------------------------------------------------------

/** How far a wheel turns for a move, in pixels, and the pause after which it starts anew, in milliseconds. */
const [TURN, PAUSE] = [100, 200];
/** How many pixels a line is, where a wheel counts lines. */
const LINE = 34;
/** How far a notch of a mouse turns, in pixels: 100 in one browser, 120 in another. */
const NOTCH = 110;
/** How many moves of a wheel can wait for the board. */
const QUEUE = 5;
const wheel = { turned: 0, at: 0 };

$("board").addEventListener("wheel", (event) => {
  if (event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  if (event.timeStamp - wheel.at > PAUSE || Math.sign(event.deltaY) !== Math.sign(wheel.turned)) wheel.turned = 0;
  wheel.at = event.timeStamp;
  const turned = event.deltaY * (event.deltaMode === 1 ? LINE : 1);
  wheel.turned += turned;
  if (Math.abs(wheel.turned) < TURN) return;
  // A notch of a mouse is one move, and notches that come together are as many; a trackpad sends many small turns.
  const by = Math.abs(turned) < TURN ? Math.sign(turned) : Math.round(turned / NOTCH);
  wheel.turned = Math.abs(turned) < TURN ? wheel.turned - by * TURN : 0;
  if (steps.waiting < QUEUE) walkBy(by);
}, { passive: false });

/** How far a finger moves for a swipe, in pixels. */
const SWIPE = 40;
let touched = null;
$("board").addEventListener("touchstart", ({ touches }) => { touched = touches.length === 1 ? touches[0] : null; }, { passive: true });
$("board").addEventListener("touchend", ({ changedTouches: [touch] }) => {
  if (!touched) return;
  const [x, y] = [touch.clientX - touched.clientX, touch.clientY - touched.clientY];
  touched = null;
  if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) walkBy(x < 0 ? 1 : -1);
});
