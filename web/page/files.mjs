// Bringing files: they are dropped, chosen or pasted, and converted.

import { $, collator, counted, FORMATS, number, say, sentence } from "./dom.mjs";
import { openEntry } from "./game.mjs";
import { given, isDone, isUnsaved, on, options, order, ready, state, tell } from "./state.mjs";

/** How many files the worker is given at once: to hand over thousands takes long. */
const PART = 500;

/** Adds files, each { name, file }, and converts them; the first record among them is opened. */
export function add(files) {
  if (files.length === 0) { say("There is no file in what you dropped."); return; }
  document.body.dataset.state = "files";
  document.body.dataset.view = "game";
  $("help").close();
  for (const { name, file } of files) {
    state.added += 1;
    const entry = { id: String(state.added), name, file, encoding: null, row: null };
    state.files.push(entry);
    state.byId.set(entry.id, entry);
  }
  state.wanted = state.files.length - files.length;
  // Those that an earlier run has not come to are among them.
  convert(state.files.filter((entry) => !entry.row));
}

/** Puts the members of an archive in its place; it stays itself if there is something to say about it. */
function replace(entry, members) {
  const entries = members.map((member) => ({ ...member, row: null }));
  for (const inside of entries) state.byId.set(inside.id, inside);
  if (!entry.row) state.byId.delete(entry.id);
  state.files.splice(state.files.indexOf(entry), 1, ...(entry.row ? [entry] : []), ...entries);
}

async function convert(entries) {
  for (const entry of entries) entry.row = null;
  state.run += 1;
  $("working").hidden = false;
  $("zip").disabled = true;
  say("");
  tell("rows");
  const { run } = state;
  const wanted = options();
  await ready;
  for (let from = 0; from < entries.length && run === state.run; from += PART) {
    const files = entries.slice(from, from + PART).map(given);
    order("convert", { run, files, options: wanted, end: from + PART >= entries.length });
    await new Promise((resolve) => { setTimeout(resolve); });
  }
}

on("done", ({ done, end }) => {
  for (const { id, row, members } of done) {
    const entry = state.byId.get(id);
    if (row) entry.row = row;
    if (members) replace(entry, members);
  }
  if (state.open && done.some(({ id }) => id === state.open.id)) tell("converted");
  if (state.wanted !== false) openWanted(end);
  if (end) finish();
  tell("rows");
});
on("fixes", ({ found }) => {
  for (const [id, fixes] of found) {
    const row = state.byId.get(id)?.row;
    if (row) row.fixes = fixes;
  }
  tell("rows");
});

on("unchecked", ({ name, why }) => say(`${name} was not looked through for mistakes: ${sentence(why)}`));

/** Opens the first record of the files that were added last; the first file, if no file is a record. */
function openWanted(end) {
  const added = state.files.slice(state.wanted);
  const first = added.find(({ row }) => row && isDone(row)) ?? (end ? added[0] : undefined);
  if (!first) return;
  state.wanted = false;
  // From now on the arrow keys walk, unless a person writes.
  if (!document.activeElement?.matches("#search, textarea")) $("board").focus({ preventScroll: true });
  openEntry(first);
}

/** Says what became of the files. The list shows the same to those who see it. */
function finish() {
  $("working").hidden = true;
  const count = (test) => state.files.filter(({ row }) => row && test(row)).length;
  const good = count(isDone);
  $("zip").disabled = good === 0;
  const waiting = state.files.filter(({ row }) => !row).length;
  const proven = good > 0 && count(({ status }) => status === "unverified") === 0 ? ", each read back and compared" : "";
  const parts = [good > 0 ? `${number(good)} of ${counted(state.files.length, "file")} converted${proven}` : "No file converted"];
  const left = count(({ lost }) => lost > 0);
  const failed = count((row) => !isDone(row));
  if (left > 0) parts.push(`something left out in ${number(left)}`);
  if (failed > 0) parts.push(`${number(failed)} not converted`);
  if (waiting > 0) parts.push(`${number(waiting)} cancelled`);
  say(`${parts.join("; ")}.`, true);
}

for (const input of document.querySelectorAll("#options input")) {
  input.addEventListener("change", () => {
    for (const target of document.querySelectorAll(".target")) target.textContent = ` ${FORMATS[options().to]}`;
    if (state.files.length > 0) convert(state.files);
  });
}
$("cancel").addEventListener("click", () => {
  order("cancel");
  state.run += 1;
  finish();
  tell("rows");
});
$("clear").addEventListener("click", () => {
  const unsaved = state.files.filter(isUnsaved).length;
  if (unsaved > 0 && !confirm(`${counted(unsaved, "changed file")} not downloaded. Remove all, and lose the changes?`)) return;
  order("cancel");
  order("forget");
  Object.assign(state, { files: [], byId: new Map(), wanted: false, run: state.run + 1, open: null });
  $("viewer").hidden = true;
  $("working").hidden = true;
  say("");
  document.body.dataset.state = "empty";
  document.title = "ishi: open old Go records";
  $("help").show();
  tell("cleared");
  tell("rows");
  document.querySelector("h1").focus();
});
addEventListener("beforeunload", (event) => { if (state.files.some(isUnsaved)) event.preventDefault(); });

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

async function gather(folder, path, found) {
  for await (const { name, file, folder: inside } of folder) {
    if (name.startsWith(".")) continue;
    if (file) found.push({ name: path + name, file });
    else await gather(inside, `${path}${name}/`, found);
  }
}

/** Puts files into the order of their names, with game-9 before game-10. */
const inOrder = (files) => files.sort((one, other) => collator.compare(one.name, other.name));

let depth = 0;
const over = (by) => { depth = by === 0 ? 0 : depth + by; document.body.classList.toggle("over", depth > 0); };
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
      await gather(handle ? insideHandle(await handle) : insideEntry(entry), `${entry.name}/`, found);
    } catch {
      say(`This browser does not hand over the folder ${entry.name}. The button "Choose a folder" opens it.`);
      return;
    }
  }
  if (found.length === 0 && text) addText(text);
  else add(inOrder(found));
});

export function addText(text, name = "pasted text") {
  if (text.trim() === "") { say("There is no text to open."); return; }
  add([{ name, file: new File([text], name) }]);
}

for (const id of ["pick-files", "pick-folder"]) {
  $(id).addEventListener("change", () => {
    add(inOrder([...$(id).files].map((file) => ({ name: file.webkitRelativePath || file.name, file }))));
    $(id).value = "";
  });
}
addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea")) return;
  const files = [...event.clipboardData.files].map((file) => ({ name: file.name, file }));
  if (files.length > 0) add(files);
  else addText(event.clipboardData.getData("text/plain"));
});
$("paste-open").addEventListener("click", () => $("paste-box").showModal());
$("paste-close").addEventListener("click", () => $("paste-box").close());
$("paste").addEventListener("click", () => { $("paste-box").close(); addText($("pasted").value); });
