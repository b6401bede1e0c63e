// Mending: what a person sets, and fixes of findings. Nothing changes before it was seen and accepted.

import { $, counted, FORMATS, make, number, sentence } from "./dom.mjs";
import { inOrder, inWords, NAMES } from "./findings.mjs";
import { doing, game, place, reread } from "./game.mjs";
import { list } from "./list.mjs";
import { LONGEST } from "./side.mjs";
import { ask, given, isChanged, isDone, on, state, tell } from "./state.mjs";

/** The texts that can be set: their properties in SGF, and what one looks like. */
const FIELDS = [
  ["PB", ""], ["BR", "5k"], ["PW", ""], ["WR", "3d"], ["EV", ""], ["DT", "1990-05-03"], ["PC", ""], ["RE", "B+R or W+3.5"], ["KM", "6.5"],
];
/** The largest file that is checked at once, in bytes; a larger one when its findings are looked at. */
const CHECKED = 200_000;
/** How many kinds of changes a list has. */
const MOST_KINDS = 200;

export const mend = {
  /** The changes that are shown: the files with their new bytes, and what was done in words. */
  proposed: null,
  /** What a check of the open file has found, and the fixes for it. */
  checked: null,

  /** Returns the place that is shown, to come back to it. */
  place() {
    const { shown } = game;
    if (!shown) return { game: 1 };
    return { game: game.number, ...(shown.drawn_as_diagram ? { diagram: shown.diagram } : { at: `node${shown.node}` }) };
  },

  /** Shows what a task of the worker changes. */
  async propose(what, options, words) {
    const entry = state.open;
    const { count, changes, blob } = await ask(what, { file: given(entry), options });
    if (count === 0) return false;
    mend.proposed = { files: [{ entry, blob }], words: words ?? mend.words(changes, count) };
    mend.show(count === 1 ? "This changes" : `These ${number(count)} places change`, inOrder(changes).map(mend.change), count - changes.length);
    $("change-guess").hidden = changes.every(({ is_safe: isSafe }) => isSafe !== false);
    return true;
  },

  show(title, lines, more) {
    $("change-title").textContent = title;
    $("changes").replaceChildren(...lines, ...(more > 0 ? [make("li", {}, `and ${number(more)} more`)] : []));
    $("change-guess").hidden = true;
    $("change-box").showModal();
    $("accept").focus();
  },

  /** Shows what would be mended in all files that are in the list: each kind of change once, with how many files have it. */
  async proposeAll() {
    const entries = [...new Set(list.shown.map(({ entry }) => entry))].filter(({ row }) => row?.fixes > 0);
    $("mend-all").disabled = true;
    const mended = await ask("mendAll", { ids: entries.map(({ id }) => id) });
    $("mend-all").disabled = false;
    const kinds = new Map();
    for (const { changes } of mended) {
      for (const words of new Set(inOrder(changes).map(inWords))) kinds.set(words, (kinds.get(words) ?? 0) + 1);
    }
    const most = [...kinds].sort(([, one], [, other]) => other - one);
    mend.proposed = {
      files: mended.map(({ id, blob }) => ({ entry: state.byId.get(id), blob })).filter(({ entry }) => entry),
      words: `Mended ${counted(mended.length, "file")}.`,
    };
    const line = ([words, count]) => make("li", { class: "kind" }, make("span", {}, words), make("span", { class: "count" }, counted(count, "file")));
    mend.show(`These changes in ${counted(mended.length, "file")} are certain`, most.slice(0, MOST_KINDS).map(line), most.length - MOST_KINDS);
  },

  /** Returns a change in words, and as a difference. */
  change(fix) {
    const { line, before, after, is_safe: isSafe } = fix;
    const side = (tag, label, text) => (text === "" ? null : make(tag, {}, make("span", { class: "hidden" }, label), text));
    return make("li", {},
      make("span", {}, make("b", {}, inWords(fix)), " ", make("small", {}, `line ${number(line)}`), isSafe === false ? make("strong", { class: "doubt" }, " a guess") : ""),
      side("del", before && after ? "before: " : "removed: ", before), side("ins", before && after ? "after: " : "added: ", after));
  },

  words(changes, count) {
    return `Mended: ${inWords(inOrder(changes)[0])}${count > 1 ? `, and ${counted(count - 1, "more place")}` : ""}.`;
  },

  /** Makes the change that is shown; returns what was done in words. */
  async accept() {
    const { files, words } = mend.proposed;
    $("change-box").close();
    if ($("edit-box").open) $("edit-box").close();
    for (const { entry, blob } of files) {
      (entry.past ??= []).push(entry.file);
      await mend.become(entry, blob);
    }
    if (document.activeElement === document.body) $("undo").focus();
    return words;
  },

  /** Takes the last change back. */
  async undo(entry) {
    if (!game.shown || !entry?.past?.length || $("undo").disabled) return "There is no change to undo.";
    await mend.become(entry, entry.past.pop());
    if (document.activeElement === document.body) $("edit").focus();
    return "The last change is undone.";
  },

  /** Gives a file other bytes, and shows the same place again. */
  async become(entry, file) {
    $("undo").disabled = true;
    entry.file = file;
    try {
      await reread(entry, state.open === entry ? mend.place() : undefined);
    } finally {
      $("undo").disabled = false;
    }
  },

  /** Shows the texts of the game and of the node that is shown, to change them. */
  async edit() {
    const { node } = game.shown;
    const texts = await ask("texts", { options: { game: game.number, node } });
    for (const field of $("edit-form").elements) {
      if (!field.name) continue;
      const text = texts[field.name] ?? "";
      field.disabled = text.length > LONGEST;
      field.defaultValue = field.disabled ? `too long to change here: ${number(text.length)} characters` : text;
    }
    $("edit-form").reset();
    $("edit-place").textContent = place(game.shown);
    $("edit-error").textContent = "";
    $("edit-box").showModal();
  },

  async review() {
    const fields = [...$("edit-form").elements].filter((field) => field.name && field.value !== field.defaultValue);
    const label = (name) => NAMES[name];
    const word = ({ name, value }) => `${label(name)}: ${value === "" ? "removed" : value.slice(0, 60)}`;
    $("edit-error").textContent = "";
    try {
      const set = Object.fromEntries(fields.map(({ name, value }) => [name, value.trimEnd()]));
      const options = { game: game.number, node: game.shown.node, set };
      const changes = fields.length > 0 && await mend.propose("edit", options, `Changed. ${fields.map(word).join("; ")}.`);
      if (!changes) $("edit-error").textContent = "No text is different from before.";
    } catch (error) {
      $("edit-error").textContent = sentence(error.message.replace(/^([A-Z]{1,2}):/, (_, ident) => `${label(ident)}:`));
    }
  },

  /** Checks the open file, and offers the fixes. */
  async check(entry) {
    try {
      const checked = await ask("check", { file: given(entry) });
      if (state.open !== entry) return;
      mend.checked = checked;
      mend.tell();
    } catch (error) {
      tell("unchecked", { name: entry.name, why: error.message });
    }
  },

  /** Shows what can be mended, then the other findings of the conversion and of the check. */
  tell() {
    const { found = [], fixes = { count: 0, changes: [] } } = mend.checked ?? {};
    const key = ({ code, line, message }) => `${code} ${line} ${message}`;
    const known = new Set(found.map(key));
    const all = [...found, ...mend.converted.filter((finding) => !known.has(key(finding)))];
    const safe = fixes.count - fixes.changes.filter(({ is_safe: isSafe }) => !isSafe).length;
    const rest = all.filter(({ mendable }) => !mendable);
    const remarks = rest.filter(({ severity }) => severity !== "note");
    const notes = rest.filter(({ severity }) => severity === "note");
    $("findings").replaceChildren(
      ...(safe > 1 ? [make("li", {}, mend.button(`Mend all ${number(safe)}`, {}))] : []),
      ...mend.kinds(fixes.changes).map(([words, some]) => mend.line(words, some, all)),
      ...remarks.slice(0, 200).map(mend.finding));
    $("found-notes").replaceChildren(...notes.slice(0, 200).map(mend.finding));
    $("notes-box").hidden = notes.length === 0;
    $("notes-count").textContent = counted(notes.length, "note");
    $("tab-count").textContent = safe > 0 ? `${number(safe)} to mend` : remarks.length > 0 ? counted(remarks.length, "remark") : "";
    // What the row in the list says is the same.
    const { row } = state.open;
    if (mend.checked && row && row.fixes !== safe) {
      row.fixes = safe;
      tell("rows");
    }
  },

  /** Returns the fixes by what they do in words, those that players look for first. Letters in a new charset come with its name. */
  kinds(changes) {
    const kinds = new Map();
    for (const fix of inOrder(changes.filter(({ before, after }) => before !== after))) kinds.set(inWords(fix), [...(kinds.get(inWords(fix)) ?? []), fix]);
    return [...kinds];
  },

  /** Returns a line about fixes of one kind, with the findings that are their reason. */
  line(words, fixes, all) {
    const rules = [...new Set(fixes.flatMap((fix) => fix.rules))];
    const why = [...new Set(all.filter(({ code }) => rules.includes(code)).map(({ message }) => message))].slice(0, 3);
    const isGuess = fixes.some(({ is_safe: isSafe }) => !isSafe);
    const label = isGuess ? "Mend (a guess)" : "Mend";
    return make("li", { class: "fix" },
      make("span", {}, make("b", {}, words), fixes.length > 1 ? ` in ${counted(fixes.length, "place")}` : ""),
      mend.button(label, { rules, guesses: isGuess }, `${label}: ${words}`),
      make("span", { class: "help" }, [...why, rules.join(" ")].join("; ")));
  },

  finding({ severity, code, line, message, help }) {
    return make("li", {},
      make("span", { class: { error: "bad", warning: "doubt" }[severity] ?? null }, sentence(message)),
      make("span", { class: "help" }, [`${severity} ${code}`, line && `line ${number(line)}`, help].filter(Boolean).join(", ")));
  },

  button(label, options, name = null) {
    return make("button", { type: "button", class: "mend", "aria-label": name, onclick: () => doing(async () => {
      if (!await mend.propose("mend", options)) return "Nothing changes.";
      return "";
    }) }, label);
  },
};

$("fields").append(...FIELDS.map(([name, placeholder]) => make("label", {}, NAMES[name],
  make("input", { name, placeholder, autocomplete: "off", spellcheck: "false" }))));
$("edit").addEventListener("click", () => doing(mend.edit));
$("edit-form").addEventListener("submit", (event) => { event.preventDefault(); mend.review(); });
$("edit-close").addEventListener("click", () => $("edit-box").close());
$("change-close").addEventListener("click", () => $("change-box").close());
$("accept").addEventListener("click", () => doing(mend.accept));
$("undo").addEventListener("click", () => doing(mend.undo));
$("mend-all").addEventListener("click", () => doing(mend.proposeAll));
$("tab-record").addEventListener("click", () => { if (!mend.checked && state.open?.row && isDone(state.open.row)) mend.check(state.open); });

// ---- what became of the open file ----------------------------------------------------------------------------------

async function tellOutcome() {
  const entry = state.open;
  const report = entry?.row ? await ask("report", { id: entry.id }) : null;
  if (entry !== state.open) return;
  const converted = report && isDone(report);
  for (const id of ["download", "edit", "print", "copy", "copy-link"]) $(id).disabled = !converted;
  for (const button of document.querySelectorAll("[data-picture]")) button.disabled = !converted;
  $("undo").hidden = !isChanged(entry);
  $("outcome").className = converted || !report ? "" : "bad";
  mend.checked = null;
  mend.converted = report?.diagnostics ?? [];
  mend.tell();
  $("kept-box").hidden = true;
  $("outcome").textContent = report ? inAll(report, converted) : "";
  if (converted && (entry.file.size <= CHECKED || $("zone-record").hidden === false)) mend.check(entry);
  const { outcomes, items } = report ?? {};
  const carried = outcomes ? outcomes.kept + outcomes.adapted : 0;
  if (!outcomes || carried + outcomes.lost === 0) return;
  $("kept-box").hidden = false;
  $("kept-count").textContent = `${number(carried)} carried in private data, ${number(outcomes.lost)} left out`;
  $("kept").replaceChildren(...items.slice(0, 200).map((item) =>
    make("li", {}, `${item.outcome}: ${item.what}${item.line ? `, line ${number(item.line)}` : ""}`)));
}

/** Returns what was done, in a sentence. */
function inAll(report, converted) {
  if (!converted) return sentence(report.message);
  if (report.edited) return "Changed here. Every byte that you did not change is as it was.";
  const done = report.from === report.to ? `Written anew as ${FORMATS[report.to]}` : `Converted from ${FORMATS[report.from]} to ${FORMATS[report.to]}`;
  return report.status === "unverified" ? `${done}, which nothing reads back.` : `${done}, read back, and compared with the source.`;
}

on("open", () => { tellOutcome(); });
on("converted", tellOutcome);

addEventListener("keydown", (event) => {
  const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (!isUndo || event.target.closest?.("input, textarea, dialog")) return;
  event.preventDefault();
  doing(mend.undo);
});
