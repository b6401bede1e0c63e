"use strict";

/** How many rows of the table are shown at once. */
const ROWS = 50;

const $ = (id) => document.getElementById(id);
const FORMATS = { ishi: "Ishi", smartgo: "Smart-Go", sgf: "SGF", json: "JSON" };
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

// ---- the worker ----------------------------------------------------------------------------------------------------

const worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
const calls = new Map();
let called = 0;

/** Asks the worker for something. */
function ask(what, given = {}) {
  return new Promise((resolve, reject) => {
    called += 1;
    calls.set(called, { resolve, reject });
    worker.postMessage({ what, call: called, ...given });
  });
}

worker.onmessage = ({ data }) => {
  if (data.what === "done") {
    if (data.run === state.run) take(data);
    return;
  }
  const { resolve, reject } = calls.get(data.call);
  calls.delete(data.call);
  if (data.error === undefined) resolve(data.answer);
  else reject(new Error(data.error));
};
worker.onerror = (event) => say(`The converter has stopped: ${event.message}. Load the page again.`);

const ready = ask("load", { module: $("module").textContent.trim() }).then(
  () => { document.documentElement.dataset.ready = "yes"; },
  (error) => say(`The converter could not start: ${error.message}. A browser of 2023 or newer is needed.`),
);

// ---- files ---------------------------------------------------------------------------------------------------------

const state = { files: [], byId: new Map(), added: 0, run: 0, shown: [], page: 0, open: null, wanted: null, asked: 0, line: [], at: 0 };

function options() {
  return { to: document.querySelector("[name=to]:checked").value, plain: $("plain").checked };
}

function say(text) { $("said").textContent = text; $("results").hidden = false; }

/** Adds files, each { name, file }, and converts them. */
async function add(files) {
  if (files.length === 0) { say("There is no file in what you dropped."); return; }
  for (const { name, file } of files) {
    state.added += 1;
    const entry = { id: String(state.added), name, file, encoding: null, report: null };
    state.files.push(entry);
    state.byId.set(entry.id, entry);
  }
  state.wanted = files.length === 1 ? state.files.at(-1) : null;
  // Those that an earlier run has not come to are among them.
  convert(state.files.filter((entry) => !entry.report));
  $("results").hidden = false;
}

/** Puts the members of an archive in its place; it stays itself if there is something to say about it. */
function replace(entry, members, report) {
  const entries = members.map((member) => ({ ...member, report: null }));
  for (const inside of entries) state.byId.set(inside.id, inside);
  if (!report) state.byId.delete(entry.id);
  state.files.splice(state.files.indexOf(entry), 1, ...(report ? [entry] : []), ...entries);
  $("progress").max = state.files.length;
  return entries;
}

async function convert(entries) {
  for (const entry of entries) entry.report = null;
  state.run += 1;
  $("working").hidden = false;
  $("progress").max = state.files.length;
  $("zip").disabled = true;
  say("");
  refresh();
  await ready;
  const files = entries.map(given);
  worker.postMessage({ what: "convert", run: state.run, files, options: options() });
}

/** Returns what the worker needs of a file. */
const given = ({ id, name, file, encoding, inside, why }) => ({ id, name, file, encoding, inside, why });

function take({ done, end }) {
  for (const { id, report, members } of done) {
    const entry = state.byId.get(id);
    if (report) entry.report = report;
    const entries = members && replace(entry, members, report);
    if (entry === state.wanted) {
      state.wanted = null;
      const first = entries ? entries[0] : entry;
      if (first && !first.report) state.wanted = first;
      else if (first) openEntry(first);
    }
  }
  const open = state.open && done.some(({ id }) => id === state.open.id);
  if (open) tellOutcome();
  if (end) finish();
  refresh();
}

function finish() {
  $("working").hidden = true;
  const count = (test) => state.files.filter((entry) => entry.report && test(entry.report)).length;
  const good = count((report) => isDone(report));
  $("zip").disabled = good === 0;
  const waiting = state.files.filter((entry) => !entry.report).length;
  const proven = count((report) => report.status === "unverified") === 0 ? ", each read back and compared" : "";
  const parts = [`${number(good)} of ${files(state.files.length)} converted${proven}`];
  const left = count((report) => report.outcomes?.lost > 0);
  const failed = count((report) => !isDone(report));
  if (left > 0) parts.push(`something left out in ${number(left)}`);
  if (failed > 0) parts.push(`${number(failed)} not converted`);
  if (waiting > 0) parts.push(`${number(waiting)} cancelled`);
  say(`${parts.join("; ")}.`);
}

const number = (count) => count.toLocaleString("en");
const files = (count) => `${number(count)} ${count === 1 ? "file" : "files"}`;
const isDone = (report) => ["verified", "verified-with-losses", "unverified"].includes(report.status);

// ---- dropping, choosing, pasting -----------------------------------------------------------------------------------

/** Gives the files of a folder that an entry of the older interface stands for. */
async function* insideEntry(entry) {
  const reader = entry.createReader();
  for (;;) {
    // A reader gives a hundred at a time, and an empty list at the end.
    const entries = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (entries.length === 0) return;
    for (const inside of entries) {
      if (inside.isDirectory) yield { name: inside.name, folder: insideEntry(inside) };
      else yield { name: inside.name, file: await new Promise((resolve, reject) => { inside.file(resolve, reject); }) };
    }
  }
}

/** Gives the files of a folder that a handle stands for: the only way for a page that was opened from a disk. */
async function* insideHandle(handle) {
  for await (const [name, inside] of handle.entries()) {
    if (inside.kind === "directory") yield { name, folder: insideHandle(inside) };
    else yield { name, file: await inside.getFile() };
  }
}

async function walk(folder, path, found) {
  for await (const { name, file, folder: inside } of folder) {
    if (name.startsWith(".")) continue;
    if (file) found.push({ name: path + name, file });
    else await walk(inside, `${path}${name}/`, found);
  }
}

const { compare } = new Intl.Collator("en", { numeric: true });
/** Puts files into the order of their names, with game-9 before game-10. */
const inOrder = (files) => files.sort((one, other) => compare(one.name, other.name));

let depth = 0;
const over = (by) => { depth = by === 0 ? 0 : depth + by; $("drop").classList.toggle("over", depth > 0); };
addEventListener("dragenter", (event) => { event.preventDefault(); over(1); });
addEventListener("dragleave", () => over(-1));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  over(0);
  const text = event.dataTransfer.getData("text/plain");
  // Both must be asked for before the first pause: afterwards the event has forgotten them.
  const items = [...event.dataTransfer.items].filter((item) => item.kind === "file")
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle: item.getAsFileSystemHandle?.() }));
  const found = [];
  for (const { entry, file, handle } of items) {
    if (!entry?.isDirectory) {
      if (file) found.push({ name: file.name, file });
      continue;
    }
    try {
      await walk(handle ? insideHandle(await handle) : insideEntry(entry), `${entry.name}/`, found);
    } catch {
      say(`This browser does not hand over the folder ${entry.name}. The button "Choose a folder" opens it.`);
      return;
    }
  }
  if (found.length === 0 && text) addText(text);
  else add(inOrder(found));
});

function addText(text, name = "pasted text") {
  if (text.trim() === "") { say("There is no text to open."); return; }
  add([{ name, file: new File([text], name) }]);
}

for (const id of ["pick-files", "pick-folder"]) {
  $(id).addEventListener("change", () => {
    add(inOrder([...$(id).files].map((file) => ({ name: file.webkitRelativePath || file.name, file }))));
    $(id).value = "";
  });
}
$("paste").addEventListener("click", () => addText($("pasted").value));
$("example").addEventListener("click", () => addText(EXAMPLE, "first-lesson.go"));
for (const input of document.querySelectorAll("fieldset input")) {
  input.addEventListener("change", () => { if (state.files.length > 0) convert(state.files); });
}
$("cancel").addEventListener("click", () => {
  worker.postMessage({ what: "cancel" });
  state.run += 1;
  finish();
  refresh();
});
$("clear").addEventListener("click", () => {
  worker.postMessage({ what: "cancel" });
  worker.postMessage({ what: "forget" });
  Object.assign(state, { files: [], byId: new Map(), wanted: null, run: state.run + 1, page: 0 });
  closeEntry();
  $("results").hidden = true;
  $("working").hidden = true;
});

// ---- the table -----------------------------------------------------------------------------------------------------

/** Makes an element with attributes and children. */
function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const FILTERS = {
  all: () => true,
  remarks: ({ report }) => report && (report.diagnostics?.length > 0),
  left: ({ report }) => report?.outcomes?.lost > 0,
  failed: ({ report }) => report && !isDone(report),
};

let awaited = false;
/** Shows the table again, once for each frame at most. */
function refresh() {
  if (awaited) return;
  awaited = true;
  requestAnimationFrame(() => { awaited = false; drawTable(); });
}

function drawTable() {
  const waiting = state.files.reduce((count, entry) => count + (entry.report ? 0 : 1), 0);
  $("progress").value = state.files.length - waiting;
  $("counted").textContent = `${number(state.files.length - waiting)} of ${number(state.files.length)}`;
  state.shown = state.files.filter(FILTERS[$("filter").value]);
  const last = Math.max(0, Math.ceil(state.shown.length / ROWS) - 1);
  state.page = Math.min(state.page, last);
  const from = state.page * ROWS;
  const focused = document.activeElement?.dataset?.key;
  $("rows").replaceChildren(...state.shown.slice(from, from + ROWS).map(row));
  if (focused) document.querySelector(`[data-key="${focused}"]`)?.focus();
  $("pages").hidden = last === 0;
  $("page-is").textContent = `${number(from + 1)} to ${number(Math.min(from + ROWS, state.shown.length))} of ${number(state.shown.length)}`;
  $("page-back").disabled = state.page === 0;
  $("page-on").disabled = state.page === last;
}

/** Returns who plays, or else what the record is called. */
function title(summary) {
  const { PB, PW, EV, GN } = summary?.properties ?? {};
  return PB || PW ? `${PB ?? "?"} – ${PW ?? "?"}` : EV ?? GN ?? "";
}

function outcome(report) {
  if (!report) return ["waiting", ""];
  if (!isDone(report)) {
    return [report.status === "not-a-record" ? "not a game record" : report.status, "bad"];
  }
  const parts = [];
  const counts = new Map();
  for (const { severity } of report.diagnostics) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  const found = (counts.get("error") ?? 0) + (counts.get("warning") ?? 0);
  if (found > 0) parts.push(`${found} ${found === 1 ? "remark" : "remarks"}`);
  if (report.outcomes?.lost > 0) parts.push(`${report.outcomes.lost} left out`);
  return parts.length > 0 ? [`converted, ${parts.join(", ")}`, "doubt"] : ["converted", "good"];
}

function row(entry) {
  const { report } = entry;
  const facts = report?.summary?.properties ?? {};
  const more = report?.games > 1 ? ` (and ${number(report.games - 1)} more)` : "";
  const [text, kind] = outcome(report);
  const cell = (label, value) => make("td", { "data-label": value ? label : null }, value ?? "");
  return make("tr", { class: entry === state.open ? "current" : null },
    make("td", {}, make("button", {
      type: "button", class: "link", "data-key": `open-${entry.id}`, onclick: () => openEntry(entry, true),
    }, entry.name)),
    cell("Players", report ? title(report.summary) + more : ""),
    cell("Date", facts.DT),
    cell("Result", facts.RE),
    cell("Format", FORMATS[report?.from] ?? ""),
    cell("Charset", report?.encoding?.label),
    make("td", { class: kind }, text),
    make("td", {}, report && isDone(report) ? make("button", {
      type: "button", "data-key": `get-${entry.id}`, "aria-label": `Download ${entry.name}`, onclick: () => download(entry),
    }, "Download") : null));
}

$("filter").addEventListener("change", () => { state.page = 0; refresh(); });
$("page-back").addEventListener("click", () => { state.page -= 1; refresh(); });
$("page-on").addEventListener("click", () => { state.page += 1; refresh(); });

// ---- downloads -----------------------------------------------------------------------------------------------------

function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name.split("/").pop() });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function download(entry) {
  const { blob, name } = await ask("result", { id: entry.id });
  save(blob, name);
}

$("download").addEventListener("click", () => download(state.open));
$("zip").addEventListener("click", async () => {
  try {
    save(await ask("archive", { ids: state.files.filter((entry) => entry.report).map(({ id }) => id) }), "records.zip");
  } catch (error) {
    say(`The archive could not be made: ${error.message}.`);
  }
});

// ---- a record ------------------------------------------------------------------------------------------------------

async function openEntry(entry, focus = false) {
  state.open = entry;
  $("viewer").hidden = false;
  $("viewed").textContent = entry.name;
  refresh();
  if (focus) $("viewed").focus();
  tellOutcome();
  await ready;
  try {
    const opened = await ask("open", { name: entry.name, file: entry.file, encoding: entry.encoding });
    if (state.open !== entry) return;
    entry.opened = opened;
    tellCharsets(entry);
    chooseGame(entry);
    await go({ game: 1, at: "start" });
  } catch (error) {
    if (state.open !== entry) return;
    $("board").textContent = `This file cannot be shown: ${error.message}.`;
    for (const id of ["choose", "comment", "notes", "facts", "outline", "text", "branches"]) $(id).replaceChildren();
    $("where").textContent = "";
    $("garbled").hidden = true;
  }
}

function closeEntry() {
  state.open = null;
  $("viewer").hidden = true;
}
$("close").addEventListener("click", () => { closeEntry(); refresh(); $("files").focus(); });

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
  ({ report: entry.report } = await ask("one", { file: given(entry), options: options() }));
  await openEntry(entry);
}

function chooseGame(entry) {
  const { count, games } = entry.opened;
  const parts = [];
  if (count > 1) {
    const chooser = make("select", { id: "game", onchange: () => go({ game: Number(chooser.value), at: "start" }) },
      ...games.map((game, index) => make("option", { value: index + 1 }, `${index + 1}. ${title(game) || "game"}`)));
    parts.push(make("label", { for: "game" }, `Game (of ${number(count)})`), chooser);
  }
  $("choose").replaceChildren(...parts, make("span", { id: "figures" }));
}

/** Shows a node of the open record. */
async function go(where) {
  state.asked += 1;
  const [asked, entry] = [state.asked, state.open];
  const shown = await ask("show", { options: { game: state.game, ...where } });
  if (asked !== state.asked || entry !== state.open) return;
  state.game = where.game ?? state.game;
  // Going back and forth stays on the line that was walked.
  const known = state.line.indexOf(shown.node);
  if (where.node !== undefined && known >= 0) state.at = known;
  else [state.line, state.at] = [shown.line, shown.at];
  tell(shown, entry);
}

function place(shown) {
  if (shown.drawn_as_diagram) return `Diagram ${shown.diagram} of ${shown.diagrams}`;
  if (!shown.move) return shown.at === 0 ? "Start" : `At ${shown.address}`;
  return `${shown.number ? `Move ${shown.number}: ` : ""}${shown.move}`;
}

function tell(shown, entry) {
  const board = $("board");
  if (shown.svg) board.innerHTML = shown.svg;
  else board.textContent = shown.why_no_drawing;
  board.querySelector("svg")?.setAttribute("aria-hidden", "true");
  $("text").textContent = shown.text ?? "";
  const captured = shown.captures?.some(Boolean)
    ? ` · captured: Black ${shown.captures[0]}, White ${shown.captures[1]}` : "";
  $("where").textContent = place(shown) + captured;
  Object.assign($("slide"), { max: state.line.length - 1, value: state.at });
  $("slide").setAttribute("aria-valuetext", place(shown));
  $("comment").textContent = [shown.caption ?? shown.name, shown.comment].filter(Boolean).join("\n\n");
  $("notes").replaceChildren(...(shown.notes ?? []).map((note) => make("li", {}, note)));
  state.variations = shown.variations;
  $("branches").replaceChildren(...branches("Here also:", shown.variations, shown.node), ...branches("Next:", shown.next));
  figures(shown);
  tellFacts(entry);
  if (shown.outline !== undefined) outline(shown.outline);
}

function branches(label, nodes, current) {
  if (nodes.length < 2) return [];
  const buttons = nodes.slice(0, 30).map(({ node, move, name }, index) => make("button", {
    type: "button", "aria-pressed": node === current ? "true" : null, onclick: () => go({ node }),
  }, name ?? move ?? `variation ${index + 1}`));
  return [make("span", {}, label), ...buttons];
}

function figures({ diagrams, diagram }) {
  if (diagrams === 0) { $("figures").replaceChildren(); return; }
  const chooser = make("select", { id: "figure", onchange: () => go({ diagram: Number(chooser.value) }) },
    make("option", { value: "" }, "choose"),
    ...Array.from({ length: Math.min(diagrams, 2000) }, (_, index) => make("option", { value: index + 1 }, index + 1)));
  chooser.value = diagram ?? "";
  $("figures").replaceChildren(make("label", { for: "figure" }, `Diagram (of ${number(diagrams)}) `), chooser);
}

const FACTS = {
  GN: "Name", EV: "Event", RO: "Round", PB: "Black", BR: "Black's rank", PW: "White", WR: "White's rank", DT: "Date",
  PC: "Place", RE: "Result", HA: "Handicap", KM: "Komi", RU: "Rules", TM: "Time", SO: "Source",
};

function tellFacts(entry) {
  const game = entry.opened.games[state.game - 1];
  if (!game) { $("facts").replaceChildren(); return; }
  const facts = Object.entries(game.properties).map(([id, text]) => [FACTS[id] ?? id, text]);
  facts.push(["Board", game.size.join(" × ")], ["Moves", number(game.main_line)]);
  for (const [label, count] of [["Variations", game.variations], ["Comments", game.comments], ["Diagrams", game.diagrams]]) {
    if (count > 0) facts.push([label, number(count)]);
  }
  $("facts").replaceChildren(...facts.flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, text)]));
}

function outline(lines) {
  $("outline").replaceChildren(...lines.map((line) => {
    const [at] = line.trim().split(/\s+/);
    const words = line.trim().slice(at.length).trim() || at;
    if (!/^[0-9a-z.]+$/.test(at)) return make("li", {}, words);
    return make("li", {}, make("button", { type: "button", onclick: () => go({ at }) }, `${at}: ${words}`));
  }));
}

function tellOutcome() {
  const report = state.open?.report;
  const [text, kind] = outcome(report);
  $("outcome").className = kind;
  $("download").disabled = !report || !isDone(report);
  if (!report) { $("outcome").textContent = text; return; }
  const { outcomes } = report;
  const converted = `Converted from ${FORMATS[report.from]} to ${FORMATS[report.to]}`;
  const said = isDone(report)
    ? { unverified: `${converted}, which nothing reads back.` }[report.status] ?? `${converted}, read back, and compared with the source.`
    : `${text}: ${report.message}.`;
  $("outcome").textContent = said;
  $("findings").replaceChildren(...report.diagnostics?.slice(0, 200).map((found) => make("li", {},
    make("span", { class: { error: "bad", warning: "doubt" }[found.severity] ?? null }, `${found.severity} ${found.code}`),
    `${found.line ? `, line ${number(found.line)}` : ""}: ${found.message}`,
    found.help ? make("span", { class: "help" }, found.help) : null)) ?? []);
  const carried = outcomes ? outcomes.kept + outcomes.adapted : 0;
  $("kept-box").hidden = !outcomes || carried + outcomes.lost === 0;
  if (!outcomes) return;
  $("kept-count").textContent = `${number(carried)} carried in private data, ${number(outcomes.lost)} left out`;
  $("kept").replaceChildren(...report.items.slice(0, 200).map((item) =>
    make("li", {}, `${item.outcome}: ${item.what}${item.line ? `, line ${number(item.line)}` : ""}`)));
}

// ---- walking -------------------------------------------------------------------------------------------------------

function walkBy(step) {
  const at = Math.max(0, Math.min(state.line.length - 1, state.at + step));
  if (at !== state.at && state.open) {
    state.at = at;
    go({ node: state.line[at] });
  }
}

function turn(step) {
  const nodes = state.variations ?? [];
  const here = nodes.findIndex(({ node }) => node === state.line[state.at]);
  const there = nodes[here + step];
  if (there) go({ node: there.node });
}

const KEYS = {
  ArrowRight: () => walkBy(1), ArrowLeft: () => walkBy(-1), ArrowDown: () => turn(1), ArrowUp: () => turn(-1),
  PageDown: () => walkBy(10), PageUp: () => walkBy(-10), Home: () => walkBy(-Infinity), End: () => walkBy(Infinity),
};
$("board").addEventListener("keydown", (event) => {
  const key = KEYS[event.key];
  if (key && !event.ctrlKey && !event.altKey && !event.metaKey) { event.preventDefault(); key(); }
});
$("board").addEventListener("click", (event) => {
  const box = $("board").getBoundingClientRect();
  walkBy(event.clientX > box.left + box.width / 2 ? 1 : -1);
});
const STEPS = { first: -Infinity, back: -1, on: 1, last: Infinity };
for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => walkBy(STEPS[button.dataset.go]));
}
$("slide").addEventListener("input", () => walkBy(Number($("slide").value) - state.at));

$("version").textContent = VERSION;
