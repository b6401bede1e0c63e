// ---- the open record -----------------------------------------------------------------------------------------------

/** The open game: its number, the line that is walked and the place on it, and what was shown last. */
const game = { number: 1, line: [], at: 0, shown: null, asked: 0 };

/** The first part of a picture, up to the layer that moves change. */
let still = "";

/** Opens a file and shows its first game. */
async function openEntry(entry, where = { game: 1 }) {
  const isNew = state.open !== entry;
  state.open = entry;
  // Until the record is open there is no move to walk to.
  Object.assign(game, { shown: null, line: [], at: 0 });
  $("viewer").hidden = false;
  if (isNew) {
    $("viewed").textContent = entry.name;
    $("taken").textContent = "";
    $("side").scrollTop = 0;
  }
  list.reveal();
  list.refresh();
  tellOutcome();
  await ready;
  try {
    const opened = await ask("open", { file: given(entry) });
    if (state.open !== entry) return;
    entry.opened = opened;
    tellCharsets(entry);
    await go(where);
  } catch (error) {
    const report = entry.row ? await ask("report", { id: entry.id }) : null;
    if (state.open !== entry) return;
    cannotShow(`This file cannot be shown: ${report?.message ?? error.message}.`);
    for (const id of ["choose", "comment", "notes", "facts", "outline", "branches"]) $(id).replaceChildren();
    for (const id of ["where", "sub", "clock", "text"]) $(id).textContent = "";
    for (const id of ["garbled", "tree-box", "controls", "looks", "outline-box", "done-box"]) $(id).hidden = true;
    $("edit").disabled = true;
  }
}

function cannotShow(text) {
  still = "";
  $("board").replaceChildren(make("p", {}, text));
}

/** Shows a node of the open record. */
async function go(where) {
  game.asked += 1;
  const [asked, entry] = [game.asked, state.open];
  const look = { style: $("wood").checked ? "wood" : "paper", numbers: $("numbers").checked, bare: !$("coordinates").checked };
  const shown = await ask("show", { options: { game: game.number, ...look, ...where } });
  if (asked !== game.asked || entry !== state.open) return;
  const isNew = where.game !== undefined;
  game.number = where.game ?? game.number;
  // Going back and forth stays on the line that was walked.
  const known = game.line.indexOf(shown.node);
  if (!isNew && where.node !== undefined && known >= 0) game.at = known;
  else [game.line, game.at] = [shown.line, shown.at];
  game.shown = shown;
  tell(shown);
  if (isNew) tellGame(entry, shown);
  tree.follow(isNew);
}

/** Shows the same node again, with another look. */
const again = () => {
  const { shown } = game;
  if (shown) go(shown.drawn_as_diagram ? { diagram: shown.diagram } : { node: shown.node });
};

const COUNTS = ["no stone", "one stone", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS = ["main line", "first variation", "second variation", "third variation", "fourth variation", "fifth variation"];

/** Returns where a node is, in words. */
function place(shown) {
  if (shown.drawn_as_diagram) return `Diagram ${shown.diagram} of ${shown.diagrams}`;
  const here = shown.variations.findIndex(({ node }) => node === shown.node);
  const branch = here > 0 ? `, ${ORDINALS[here] ?? `variation ${here}`}` : "";
  if (!shown.move) return shown.at === 0 ? "Start" : `After move ${shown.number ?? 0}${branch}`;
  const takes = shown.takes > 0 ? `, takes ${COUNTS[shown.takes] ?? shown.takes}` : "";
  return `${shown.number ? `Move ${shown.number}: ` : ""}${shown.move}${takes}${branch}`;
}

/** Returns the time of a player as a clock shows it: `754.2` -> `12:34`, and with 3 moves left `12:34 (3)`. */
function clock({ seconds, moves }) {
  const whole = Math.max(0, Math.floor(Number(seconds)));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [first, ...rest] = parts[0] > 0 ? parts : parts.slice(1);
  return `${[first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":")}${moves ? ` (${moves})` : ""}`;
}

/** How much of a comment is shown, in characters: a browser takes minutes for a megabyte. */
const LONGEST = 20_000;

function tell(shown) {
  if (shown.svg) draw(shown.svg);
  else cannotShow(sentence(shown.why_no_drawing));
  for (const id of ["controls", "looks", "tree-box", "outline-box", "done-box"]) $(id).hidden = false;
  $("text").textContent = shown.text ?? "";
  const [black = 0, white = 0] = shown.captures ?? [];
  const captures = [black && `Black ${number(black)}`, white && `White ${number(white)}`].filter(Boolean).join(", ");
  $("where").textContent = place(shown) + (captures && ` · captures: ${captures}`);
  const clocks = (shown.clocks ?? []).map((left, index) => left && `${["Black", "White"][index]} ${clock(left)}`);
  $("clock").textContent = clocks.some(Boolean) ? `Time left: ${clocks.filter(Boolean).join(" · ")}` : "";
  Object.assign($("slide"), { max: game.line.length - 1, value: game.at });
  $("slide").setAttribute("aria-valuetext", place(shown));
  const name = shown.caption ?? shown.name;
  const comment = shown.comment ?? "";
  const isLong = comment.length > LONGEST;
  $("comment").replaceChildren(...(name ? [make("strong", {}, name)] : []), comment.slice(0, LONGEST),
    ...(isLong ? [make("em", {}, ` ... and ${number(comment.length - LONGEST)} more characters, which a download has.`)] : []));
  $("notes").replaceChildren(...(shown.notes ?? []).map((note) => make("li", {}, note)));
  $("branches").replaceChildren(...[branches("Here also:", shown.variations, shown.node), branches("Next:", shown.next)]
    .filter((buttons) => buttons.length > 0).map((buttons) => make("div", { class: "row" }, ...buttons)));
  if ($("figure")) $("figure").value = shown.diagram ?? "";
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
  fitCoordinates();
}

/** The least and the largest size of coordinates, in pixels, and their size in the picture. */
const [LEAST, MOST, USUAL] = [10, 14, 15.2];
/** The width of a board that has room for coordinates, in pixels. */
const ROOM = 300;

/** Makes coordinates as large as they can be read, however large the board is. */
function fitCoordinates() {
  const drawn = $("board").querySelector("svg");
  if (!drawn) return;
  const { width } = drawn.getBoundingClientRect();
  drawn.classList.toggle("small", width < ROOM);
  const scale = width / drawn.viewBox.baseVal.width;
  const size = Math.min(Math.max(USUAL * scale, LEAST), MOST);
  if (scale > 0) drawn.style.setProperty("--coordinate", `${(size / scale).toFixed(1)}px`);
}
new ResizeObserver(eachFrame(fitCoordinates)).observe($("board"));

function branches(label, nodes, current) {
  if (nodes.length < 2) return [];
  const buttons = nodes.slice(0, 30).map(({ node, move, name }, index) => make("button", {
    type: "button", "aria-pressed": node === current ? "true" : null, onclick: () => go({ node }),
  }, [current === undefined ? String.fromCharCode(65 + index) : null, name ?? move ?? `variation ${index + 1}`].filter(Boolean).join(": ")));
  const more = nodes.length > 30 ? [make("span", {}, `and ${number(nodes.length - 30)} more in the tree`)] : [];
  return [make("span", {}, label), ...buttons, ...more];
}

// ---- what does not change from move to move ------------------------------------------------------------------------

function tellGame(entry, shown) {
  const { count, games } = entry.opened;
  const facts = games[game.number - 1];
  const words = new Map(facts?.words ?? []);
  $("viewed").textContent = facts?.title ?? entry.name;
  $("sub").replaceChildren(...apart(["Event", "Date", "Result"].map((name) => words.get(name)).filter((fact) => fact !== facts?.title)));
  document.title = `${facts?.title ?? entry.name} – ishi`;
  choose(entry, count, games, shown.diagrams);
  tellFacts(facts, words);
  outline(shown.outline ?? "");
  $("print-all").hidden = count < 2;
  $("print-all").textContent = `Print all ${number(count)} games`;
}

function choose(entry, count, games, diagrams) {
  const parts = [];
  const chooser = (id, label, options, choose) => {
    const select = make("select", { id, onchange: () => choose(Number(select.value)) }, ...options);
    parts.push(make("label", { for: id }, label), select);
    return select;
  };
  if (count > 1) {
    const title = ({ title }, index) => make("option", { value: index + 1 }, `${index + 1}. ${title ?? "game"}`);
    chooser("game", `Game (of ${number(count)})`, games.map(title), (number) => go({ game: number })).value = game.number;
  }
  if (diagrams > 0) {
    const options = Array.from({ length: Math.min(diagrams, 2000) }, (_, index) => make("option", { value: index + 1 }, index + 1));
    chooser("figure", `Diagram (of ${number(diagrams)})`, [make("option", { value: "" }, "choose"), ...options],
      (diagram) => { if (diagram) go({ diagram }); }).value = game.shown.diagram ?? "";
  }
  $("choose").replaceChildren(...parts);
}

function tellFacts(facts, words) {
  if (!facts) { $("facts").replaceChildren(); return; }
  const all = [...words, ["Board", facts.size.join(" × ")], ["Moves", number(facts.main_line)]];
  for (const [label, count] of [["Variations", facts.variations], ["Comments", facts.comments], ["Diagrams", facts.diagrams]]) {
    if (count > 0) all.push([label, number(count)]);
  }
  $("facts").replaceChildren(...all.flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, text)]));
}

function outline(lines) {
  $("outline").replaceChildren(...(lines || []).map((line) => {
    const [at] = line.trim().split(/\s+/);
    const words = line.trim().slice(at.length).trim() || at;
    if (!/^[0-9a-z.]+$/.test(at)) return make("li", {}, words);
    return make("li", {}, make("button", { type: "button", onclick: () => go({ at }) }, `${at}: ${words}`));
  }));
}

function tellCharsets(entry) {
  const { charsets, doubtful, encoding } = entry.opened;
  $("garbled").hidden = charsets.length === 0;
  $("garbled").open = doubtful;
  $("charset").textContent = `${encoding.label} (${encoding.why})`;
  const buttons = (some) => some.map(({ label, text }) => make("li", {}, make("button", {
    type: "button",
    "aria-pressed": label === encoding.label ? "true" : "false",
    onclick: () => recode(entry, label),
  }, `${label}: ${text}`)));
  const others = charsets.filter(({ likely }) => !likely);
  $("charsets").replaceChildren(...buttons(charsets.filter(({ likely }) => likely)));
  $("other-charsets").replaceChildren(...buttons(others));
  $("less-likely").hidden = others.length === 0;
}

/** Reads and converts a file in another charset. */
async function recode(entry, label) {
  entry.encoding = label;
  await reread(entry);
}

/** Reads and converts a file again, and shows a place in it. */
async function reread(entry, where) {
  ({ row: entry.row } = await ask("one", { file: given(entry), options: options() }));
  if (state.open === entry) await openEntry(entry, where);
  else list.refresh();
}

async function tellOutcome() {
  const entry = state.open;
  const report = entry?.row ? await ask("report", { id: entry.id }) : null;
  if (entry !== state.open) return;
  const [text, kind] = outcome(entry?.row);
  const converted = report && isDone(report);
  $("download").disabled = !converted;
  $("print").disabled = !converted;
  $("edit").disabled = !converted;
  $("undo").hidden = !entry?.past?.length;
  $("outcome").className = converted ? "" : kind;
  $("done-short").textContent = converted ? text || "nothing was left out" : text;
  $("done-short").className = kind;
  mend.checked = null;
  mend.converted = report?.diagnostics ?? [];
  mend.tell();
  $("kept-box").hidden = true;
  if (!report) { $("outcome").textContent = ""; return; }
  const done = `Converted from ${FORMATS[report.from]} to ${FORMATS[report.to]}`;
  if (!converted) $("outcome").textContent = sentence(report.message);
  else if (report.edited) $("outcome").textContent = "Changed here. Every byte that you did not change is as it was.";
  else if (report.status === "unverified") $("outcome").textContent = `${done}, which nothing reads back.`;
  else $("outcome").textContent = `${done}, read back, and compared with the source.`;
  if (converted && (entry.file.size <= CHECKED || $("done-box").open)) mend.check(entry);
  const { outcomes } = report;
  const carried = outcomes ? outcomes.kept + outcomes.adapted : 0;
  $("kept-box").hidden = !outcomes || carried + outcomes.lost === 0;
  if (!outcomes) return;
  $("kept-count").textContent = `${number(carried)} carried in private data, ${number(outcomes.lost)} left out`;
  $("kept").replaceChildren(...report.items.slice(0, 200).map((item) =>
    make("li", {}, `${item.outcome}: ${item.what}${item.line ? `, line ${number(item.line)}` : ""}`)));
}

function finding(found, button) {
  return make("li", {},
    make("span", { class: { error: "bad", warning: "doubt" }[found.severity] ?? null }, `${found.severity} ${found.code}`),
    `${found.line ? `, line ${number(found.line)}` : ""}: ${found.message}`,
    found.help ? make("span", { class: "help" }, found.help) : null, button);
}
