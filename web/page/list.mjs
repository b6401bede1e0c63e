// ---- the list of the files: only the rows in sight are elements ----------------------------------------------------

/** The height of a row, in rem, as the style sheet has it. */
const ROW = 3.5;

const FILTERS = [
  ["all", "All files", () => true],
  ["remarks", "Remarks", (row) => row?.errors + row?.warnings > 0],
  ["repairs", "Repairs", (row) => row?.errors > 0],
  ["left", "Losses", (row) => row?.lost > 0],
  ["failed", "Failed", (row) => row && !isDone(row)],
];

const ORDERS = [
  ["added", "As added", null],
  ["file", "By file", ({ name }) => name],
  ["title", "By players", ({ row }) => row?.title],
  ["date", "By date", ({ row }) => row?.date],
  ["result", "By result", ({ row }) => row?.result],
  ["event", "By event", ({ row }) => row?.event],
  ["outcome", "By outcome", ({ row }) => outcome(row)[0]],
];

/** Returns what became of a file, in a few words, and the class of its colour. */
function outcome(row) {
  if (!row) return ["waiting", ""];
  if (!isDone(row)) return [row.status === "not-a-record" ? "no game record" : `not converted`, "bad"];
  const found = row.errors + row.warnings;
  if (row.lost > 0) return [`${number(row.lost)} left out`, "doubt"];
  return found > 0 ? [counted(found, "remark"), "doubt"] : ["", "good"];
}

/** Returns a result in the short form of SGF: `W+Resign` is `W+R`. The list is narrow. */
const brief = (result) => result.replace(/^([BW]\+[RTF])(?:esign|ime|orfeit)$/, "$1");

const list = {
  /** The entries that are shown, in order. */
  shown: [],
  /** How many entries the list had when its charsets were told. */
  told: -1,

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
    if ($("working").hidden) list.tellCharsets();
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const filter = $("filter").value;
    const charset = filter.startsWith("charset:") ? filter.slice(8) : null;
    const [, , test] = FILTERS.find(([name]) => name === filter) ?? [];
    const shown = state.files.filter((entry) => (charset ? entry.row?.charset === charset : test(entry.row))
      && words.every((word) => list.text(entry).includes(word)));
    const [, , key] = ORDERS.find(([name]) => name === $("sort").value);
    list.shown = key ? list.sorted(shown, key) : shown;
    $("list").style.setProperty("--count", Math.max(1, list.shown.length));
    list.draw();
  },

  sorted(entries, key) {
    const keyed = entries.map((entry) => [key(entry) ?? "", entry]);
    // What is not known comes last.
    keyed.sort(([one], [other]) => (one === "") - (other === "") || collator.compare(one, other));
    return keyed.map(([, entry]) => entry);
  },

  /** Returns what a search looks at. */
  text(entry) {
    const { row, name } = entry;
    if (entry.searched !== row || !entry.text) {
      entry.searched = row;
      entry.text = [name, row?.title, row?.event, row?.date, row?.result, row?.place].filter(Boolean).join(" ").toLowerCase();
    }
    return entry.text;
  },

  /** Offers the charsets of the files as filters. */
  tellCharsets() {
    const labels = [...new Set(state.files.map(({ row }) => row?.charset).filter(Boolean))].sort();
    const told = labels.join(" ");
    if (list.told === told) return;
    list.told = told;
    const chosen = $("filter").value;
    const option = ([value, text]) => make("option", { value }, text);
    $("filter").replaceChildren(...FILTERS.map(option),
      make("optgroup", { label: "Charset" }, ...labels.map((label) => option([`charset:${label}`, label]))));
    $("filter").value = chosen;
    if ($("filter").selectedIndex < 0) $("filter").value = "all";
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
    const open = list.shown.indexOf(state.open);
    if (open >= from && open < to) box.setAttribute("aria-activedescendant", `file-${state.open.id}`);
    else box.removeAttribute("aria-activedescendant");
  },

  row(entry, index) {
    const { row, name } = entry;
    const [words, kind] = outcome(row);
    const more = row?.games > 1 ? ` (and ${number(row.games - 1)} more)` : "";
    const event = row?.event === row?.title ? null : row?.event;
    const facts = [row?.date, event, row?.title ? name : FORMATS[row?.from]];
    return make("div", {
      class: "file", role: "option", id: `file-${entry.id}`, "aria-selected": String(entry === state.open),
      "aria-posinset": index + 1, "aria-setsize": list.shown.length, onclick: () => openEntry(entry),
    },
    make("div", {}, make("span", { class: "who" }, (row?.title || name) + more), make("span", {}, brief(row?.result ?? ""))),
    make("div", { class: "more" }, make("span", {}, ...apart(facts)), make("span", { class: kind }, words)));
  },

  /** Opens the file so many rows further down. */
  step(by) {
    const at = list.shown.indexOf(state.open);
    const next = list.shown[Math.max(0, Math.min(list.shown.length - 1, at + by))];
    if (next && next !== state.open) openEntry(next);
  },

  /** Scrolls the open file into sight. */
  reveal() {
    const index = list.shown.indexOf(state.open);
    if (index < 0) return;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW;
    const box = $("list");
    if (index * unit < box.scrollTop) box.scrollTop = index * unit;
    else if ((index + 1) * unit > box.scrollTop + box.clientHeight) box.scrollTop = (index + 1) * unit - box.clientHeight;
  },
};

$("filter").replaceChildren(...FILTERS.map(([value, text]) => make("option", { value }, text)));
$("sort").replaceChildren(...ORDERS.map(([value, text]) => make("option", { value }, text)));
for (const [id, event] of [["search", "input"], ["filter", "change"], ["sort", "change"]]) {
  $(id).addEventListener(event, () => { $("list").scrollTop = 0; list.refresh(); });
}
// The whole of a text that is cut.
$("rows").addEventListener("mouseover", ({ target }) => {
  const cell = target.closest("span");
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
});
$("list").addEventListener("scroll", eachFrame(list.draw));
addEventListener("resize", eachFrame(list.draw));
