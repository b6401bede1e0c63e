// ---- walking: keys, mouse, buttons ---------------------------------------------------------------------------------

/** The steps that were asked for and are not done. */
const steps = { waiting: 0, last: Promise.resolve() };

/** Takes a step after those before it, which tell where it leads to. */
function step(task) {
  steps.waiting += 1;
  steps.last = steps.last.then(task).catch((error) => { $("where").textContent = sentence(error.message); })
    .then(() => { steps.waiting -= 1; });
}

const walkBy = (count) => step(async () => {
  const at = Math.max(0, Math.min(game.line.length - 1, game.at + count));
  if (at !== game.at && game.shown) await go({ node: game.line[at] });
});

/** Goes to another variation of the move. */
const turn = (count) => step(async () => {
  const nodes = game.shown?.variations ?? [];
  const here = nodes.findIndex(({ node }) => node === game.shown.node);
  const there = nodes[here + count];
  if (there) await go({ node: there.node });
});

const MOVES = {
  ArrowRight: () => walkBy(1), ArrowLeft: () => walkBy(-1), PageDown: () => walkBy(10), PageUp: () => walkBy(-10),
  Home: () => walkBy(-Infinity), End: () => walkBy(Infinity),
};
const TURNS = { ArrowDown: () => turn(1), ArrowUp: () => turn(-1) };
const FILES = { ArrowDown: () => list.step(1), ArrowUp: () => list.step(-1) };

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
    if (list.shown.length > 0 && !list.shown.includes(state.open)) openEntry(list.shown[0]);
    return;
  }
  if (at.closest?.("input, select, textarea, dialog, .menu, pre")) return;
  const inSide = at.closest?.("#side") && !at.closest("#tree");
  if (inSide && !["ArrowRight", "ArrowLeft"].includes(event.key)) return;
  const here = at.closest?.("#board, #tree, #controls") ? TURNS : FILES;
  const key = MOVES[event.key] ?? here[event.key];
  if (!key || document.body.dataset.state !== "files") return;
  event.preventDefault();
  // A key that is held does not run ahead of the board.
  if (!event.repeat || steps.waiting === 0) key();
});

/** Returns the node of a next move at a place on the screen. */
function nextAt(event) {
  const svg = $("board").querySelector("svg");
  if (!svg || !game.shown?.points) return undefined;
  const box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / box.width;
  const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  return game.shown.points.find((point) => Math.hypot(point.x - x, point.y - y) < 20)?.node;
}

$("board").addEventListener("click", (event) => {
  const node = nextAt(event);
  if (node !== undefined) { go({ node }); return; }
  const box = $("board").getBoundingClientRect();
  walkBy(event.clientX > box.left + box.width / 2 ? 1 : -1);
});
$("board").addEventListener("wheel", (event) => {
  if (event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  if (steps.waiting === 0) walkBy(Math.sign(event.deltaY));
}, { passive: false });
const STEPS = { first: -Infinity, back: -1, on: 1, last: Infinity };
for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => walkBy(STEPS[button.dataset.go]));
}
$("slide").addEventListener("input", () => go({ node: game.line[Number($("slide").value)] }));
for (const id of ["numbers", "coordinates", "wood"]) $(id).addEventListener("change", again);

// ---- menus and help ------------------------------------------------------------------------------------------------

addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
$("help-open").addEventListener("click", () => $("help").showModal());
$("example").addEventListener("click", () => addText(EXAMPLE, "first-lesson.go"));
$("version").textContent = VERSION;
