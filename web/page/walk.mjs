// Walking through the open game: one step after the other.

import { $, sentence } from "./dom.mjs";
import { game, go, isSecret } from "./game.mjs";
import { on } from "./state.mjs";

/** The steps that were asked for and are not done. */
export const steps = { waiting: 0, last: Promise.resolve() };

/** Takes a step after those before it, which tell where it leads to. */
function step(task) {
  steps.waiting += 1;
  steps.last = steps.last.then(task).catch((error) => { $("where").textContent = sentence(error.message); })
    .then(() => { steps.waiting -= 1; });
}

export const walkBy = (count) => step(async () => {
  const at = Math.max(0, Math.min(game.line.length - 1, game.at + count));
  if (at !== game.at && game.shown) await go({ node: game.line[at] });
});

/** Goes to another variation of the move. */
export const turn = (count) => step(async () => {
  const nodes = game.shown?.variations ?? [];
  const here = nodes.findIndex(({ node }) => node === game.shown.node);
  const there = nodes[here + count];
  if (there && !isSecret()) await go({ node: there.node });
});

// ---- playing by itself ---------------------------------------------------------------------------------------------

let timer = null;

function stop() {
  clearInterval(timer);
  timer = null;
  $("play").setAttribute("aria-pressed", "false");
}

function start() {
  stop();
  $("play").setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    if (game.at >= game.line.length - 1) stop();
    else if (steps.waiting === 0) walkBy(1);
  }, 1000 * Number($("seconds").value));
}

/** Plays the game move by move, or stops that. At the end it starts again. */
export function playOrStop() {
  if (timer) { stop(); return; }
  if (game.at >= game.line.length - 1) walkBy(-Infinity);
  start();
}

$("play").addEventListener("click", playOrStop);
$("seconds").addEventListener("change", () => { if (timer) start(); });
on("open", stop);

const STEPS = { first: -Infinity, back: -1, on: 1, last: Infinity };
for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => { stop(); walkBy(STEPS[button.dataset.go]); });
}
$("slide").addEventListener("input", () => go({ node: game.line[Number($("slide").value)] }));
