// The list: a row for each game. Only the rows in sight are elements.

import { $, apart, collator, counted, eachFrame, FORMATS, make, number, sentence } from "./dom.mjs";
import { fold } from "./fold.mjs";
import { game, openEntry } from "./game.mjs";
import { isChanged, isDone, on, state } from "./state.mjs";

/** The height of a row, in rem, as the style sheet has it. */
const ROW = 3.5;

/** What the list can be cut down to: its name, the words after the number of files, and the class of its colour. */
const CHIPS = [
  ["all", (count) => `all ${number(count)}`, "", () => true],
  ["good", (count) => `${number(count)} good`, "good", ({ row }) => row && isDone(row) && row.lost === 0],
  ["left", (count) => `${number(count)} left out`, "doubt", ({ row }) => row?.lost > 0],
  ["failed", (count) => `${number(count)} not read`, "bad", ({ row }) => row && !isDone(row)],
  ["fixes", (count) => `${number(count)} can be mended`, "", ({ row }) => row?.fixes > 0],
  ["remarks", (count) => `${number(count)} with remarks`, "", ({ row }) => row && isDone(row) && row.errors + row.warnings > 0],
  ["changed", (count) => `${number(count)} changed`, "", isChanged],
];

const ORDERS = [
  ["added", "As added", null],
  ["file", "By file", ({ entry }) => entry.name],
  ["title", "By players", ({ entry, index }) => entry.row?.games[index]?.title],
  ["date", "By date", ({ entry, index }) => entry.row?.games[index]?.date],
  ["result", "By result", ({ entry, index }) => entry.row?.games[index]?.result],
  ["event", "By event", ({ entry, index }) => entry.row?.games[index]?.event],
];

/** Returns why a file is no record, in a few words: `not a game record: it is a Tygem GIB file` -> `a Tygem GIB file`. */
const reason = ({ status, why = "" }) => /^not a game record: it is (an? [^,:]*|empty)/.exec(why)?.[1]
  ?? (status === "not-a-record" ? "no game record" : sentence(why) || "not converted");

/** Returns what became of a file, in a few words, and the class of its colour. */
export function outcome(row) {
  if (!row) return ["waiting", ""];
  if (!isDone(row)) return [reason(row), "bad"];
  if (row.lost > 0) return [`${number(row.lost)} left out`, "doubt"];
  if (row.fixes > 0) return [`${number(row.fixes)} to mend`, "doubt"];
  const found = row.errors + row.warnings;
  return found > 0 ? [counted(found, "remark"), "doubt"] : ["", "good"];
}

/** Returns a result in the short form of SGF: `W+Resign` is `W+R`, and `0` is a draw. The list is narrow. */
const brief = (result) => result.replace(/^([BW]\+[RTF])(?:esign|ime|orfeit)$/, "$1").replace(/^0$/, "draw");

/** Returns the end of a path, which tells files apart: `a/b/kgs/2000-11-03.sgf` -> `…/kgs/2000-11-03.sgf`. */
const pathEnd = (path) => `${path.split("/").length > 2 ? "…/" : ""}${path.split("/").slice(-2).join("/")}`;
const [folder, file] = [(path) => path.split("/").at(-2), (path) => path.split("/").at(-1)];

/** Returns the rows of a file: of its games, after one for the file if it has several. */
function itemsOf(entry) {
  if (entry.itemsOf !== entry.row || !entry.items) {
    entry.itemsOf = entry.row;
    const games = entry.row?.games ?? [];
    entry.items = games.length > 1 ? [null, ...games.keys()].map((index) => ({ entry, index })) : [{ entry, index: 0 }];
  }
  return entry.items;
}

/** Returns what a search looks at. */
function textOf({ entry, index }) {
  entry.folded ??= fold(entry.name);
  const games = entry.row?.games ?? [];
  return `${entry.folded} ${index === null ? "" : games[index]?.text ?? entry.row?.why ?? ""}`;
}

const isOpen = ({ entry, index }) => entry === state.open && (index === null ? false : entry.items.length === 1 || index === game.number - 1);

export const list = {
  /** The rows that are shown, in order. */
  shown: [],
  chip: "all",

  /** Filters, sorts and shows the files again: at once where nothing is going on, else four times a second. */
  refresh() {
    if (list.timer) return;
    list.timer = setTimeout(() => { list.timer = null; list.update(); }, $("working").hidden ? 0 : 250);
  },

  update() {
    const done = state.files.reduce((count, entry) => count + (entry.row ? 1 : 0), 0);
    $("progress").max = state.files.length;
    $("progress").value = done;
    $("counted").textContent = `${number(done)} of ${number(state.files.length)}`;
    list.tellChips();
    const words = fold($("search").value).split(/\s+/).filter(Boolean);
    const [, , , test] = CHIPS.find(([name]) => name === list.chip);
    const [, , key] = ORDERS.find(([name]) => name === $("sort").value);
    const shown = [];
    for (const entry of state.files) {
      if (!test(entry)) continue;
      const items = itemsOf(entry);
      const found = words.length === 0 ? items : items.filter((item) => words.every((word) => textOf(item).includes(word)));
      // The row of the file stands before those of its games.
      if (found.length > 0 && items.length > 1 && found[0] !== items[0] && !key) shown.push(items[0]);
      for (const item of found) if (!key || item.index !== null) shown.push(item);
    }
    list.shown = key ? list.sorted(shown, key) : shown;
    $("no-rows").hidden = list.shown.length > 0;
    document.body.dataset.list = state.files.length > 1 || state.files.some((entry) => itemsOf(entry).length > 1) ? "many" : "one";
    const many = state.files.length > 1 ? counted(state.files.length, "file") : counted(state.files.flatMap(itemsOf).length - 1, "game");
    $("to-list").textContent = `‹ ${document.body.dataset.view === "list" ? "Board" : many}`;
    $("chips").hidden = state.files.length < 2;
    $("to-list").hidden = document.body.dataset.list === "one";
    list.draw();
  },

  /** Shows how many files there are of each kind; each number is the way to them. */
  tellChips() {
    const counts = CHIPS.map(([, , , test]) => state.files.reduce((count, entry) => count + (test(entry) ? 1 : 0), 0));
    if (counts[CHIPS.findIndex(([name]) => name === list.chip)] === 0) list.chip = "all";
    const told = `${list.chip} ${counts.join()}`;
    if (told === list.told) return;
    list.told = told;
    $("chips").replaceChildren(...CHIPS.flatMap(([name, words, kind], index) => (counts[index] === 0 ? [] : [make("button", {
      type: "button", class: kind, "data-chip": name, "aria-pressed": String(name === list.chip), onclick: () => list.cut(name),
    }, words(counts[index]))])));
    $("mend-all").hidden = counts[4] === 0;
    $("mend-all").textContent = `Mend all ${number(counts[4])}`;
  },

  cut(name) {
    list.chip = name;
    $("list").scrollTop = 0;
    list.update();
    $("chips").querySelector(`[data-chip=${list.chip}]`).focus();
  },

  sorted(items, key) {
    const keyed = items.map((item) => [key(item) ?? "", item]);
    // What is not known comes last.
    keyed.sort(([one], [other]) => (one === "") - (other === "") || collator.compare(one, other));
    return keyed.map(([, item]) => item);
  },

  /** Draws the rows in sight. */
  draw() {
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW;
    const box = $("list");
    $("rows").style.height = `${list.shown.length * unit}px`;
    const from = Math.max(0, Math.floor(box.scrollTop / unit) - 3);
    const to = Math.min(list.shown.length, Math.ceil((box.scrollTop + box.clientHeight) / unit) + 3);
    const rows = [];
    for (let index = from; index < to; index += 1) {
      const row = list.row(list.shown[index], index);
      row.style.top = `${index * unit}px`;
      rows.push(row);
    }
    $("rows").replaceChildren(...rows);
    const open = list.shown.findIndex(isOpen);
    if (open >= from && open < to) box.setAttribute("aria-activedescendant", `row-${open}`);
    else box.removeAttribute("aria-activedescendant");
  },

  row(item, at) {
    const { entry, index } = item;
    const { row, name } = entry;
    const [words, kind] = outcome(row);
    const { title, date, result, event } = row?.games[index ?? 0] ?? {};
    const isFile = index === null;
    const isPart = !isFile && entry.items.length > 1;
    const facts = isFile ? [FORMATS[row.from], counted(row.games.length, "game"), folder(name)]
      : [result && brief(result), date, event === title ? null : event, isPart ? `game ${number(index + 1)}` : title ? pathEnd(name) : FORMATS[row?.from], title || isPart ? null : folder(name)];
    const state = isPart ? [] : [isChanged(entry) ? make("span", { class: "changed" }, "changed") : null, make("span", { class: `outcome ${kind}` }, words)];
    return make("div", {
      class: `file${isPart ? " part" : ""}`, role: "option", id: `row-${at}`, "aria-selected": String(isOpen(item)),
      "aria-posinset": at + 1, "aria-setsize": list.shown.length, onclick: () => list.open(item),
    },
    make("div", { class: "who" }, make("span", {}, (isFile ? null : title) || file(name))),
    make("div", { class: "more" }, make("span", { class: "facts" }, ...apart(facts)), ...state));
  },

  open({ entry, index }) {
    document.body.dataset.view = "game";
    openEntry(entry, { game: (index ?? 0) + 1 });
  },

  /** Opens the row so many rows further down. */
  step(by) {
    const at = list.shown.findIndex(isOpen);
    let next = Math.max(0, Math.min(list.shown.length - 1, at + by));
    // The row of a file opens the same game as the one below it.
    if (list.shown[next]?.index === null) next = Math.max(0, Math.min(list.shown.length - 1, next + (by < 0 && next > 0 ? -1 : 1)));
    if (list.shown[next] && next !== at) list.open(list.shown[next]);
  },

  /** Scrolls the open game into sight. */
  reveal() {
    const index = list.shown.findIndex(isOpen);
    if (index < 0) return;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW;
    const box = $("list");
    if (index * unit < box.scrollTop) box.scrollTop = index * unit;
    else if ((index + 1) * unit > box.scrollTop + box.clientHeight) box.scrollTop = (index + 1) * unit - box.clientHeight;
  },
};

$("sort").replaceChildren(...ORDERS.map(([value, text]) => make("option", { value }, text)));
for (const [id, event] of [["search", "input"], ["sort", "change"]]) {
  $(id).addEventListener(event, () => { $("list").scrollTop = 0; list.refresh(); });
}
// The whole of a text that is cut.
$("rows").addEventListener("mouseover", ({ target }) => {
  const cell = target.closest("span");
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
});
$("list").addEventListener("scroll", eachFrame(list.draw));
addEventListener("resize", eachFrame(list.draw));
$("to-list").addEventListener("click", () => {
  const isList = document.body.dataset.view === "list";
  document.body.dataset.view = isList ? "game" : "list";
  list.update();
  list.reveal();
  $(isList ? "board" : "list").focus();
});
on("rows", list.refresh);
on("open", () => { list.reveal(); list.refresh(); });
on("shown", (_, isNew) => { if (isNew) { list.reveal(); list.draw(); } });
on("cleared", () => { $("search").value = ""; list.chip = "all"; });
