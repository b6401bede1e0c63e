// ---- mending: what a person sets, and fixes of findings; nothing changes before it was seen and accepted -----------

/** The texts that can be set: their properties in SGF, their names, and what one looks like. */
const FIELDS = [
  ["PB", "Black", ""], ["BR", "Rank of Black", "5k"], ["PW", "White", ""], ["WR", "Rank of White", "3d"], ["EV", "Event", ""], ["DT", "Date", "1990-05-03"], ["PC", "Place", ""],
  ["RE", "Result", "B+R or W+3.5"], ["KM", "Komi", "6.5"],
];
/** The largest file that is checked at once, in bytes; a larger one when its findings are looked at. */
const CHECKED = 200_000;

const mend = {
  /** The change that is shown: its bytes, and what was done in words. */
  proposed: null,
  /** What a check of the open file has found, and the fixes for it. */
  checked: null,

  /** Returns the place that is shown, to come back to it. */
  place() {
    const { shown } = game;
    return { game: game.number, ...(shown.drawn_as_diagram ? { diagram: shown.diagram } : { at: `node${shown.node}` }) };
  },

  /** Shows what a task of the worker changes. */
  async propose(what, options, words) {
    const entry = state.open;
    const { count, changes, blob } = await ask(what, { file: given(entry), options });
    if (count === 0) return false;
    mend.proposed = { entry, blob, words: words ?? mend.words(changes[0], count) };
    $("change-title").textContent = count === 1 ? "This changes" : `These ${number(count)} places change`;
    $("changes").replaceChildren(...changes.map(mend.change));
    const more = count - changes.length;
    if (more > 0) $("changes").append(make("li", {}, `and ${number(more)} more`));
    $("change-guess").hidden = changes.every(({ is_safe: isSafe }) => isSafe !== false);
    $("change-box").showModal();
    $("accept").focus();
    return true;
  },

  /** Returns a change as a difference. */
  change({ line, before, after, is_safe: isSafe }) {
    const side = (tag, label, text) => (text === "" ? null : make(tag, {}, make("span", { class: "hidden" }, label), text));
    return make("li", {},
      make("span", {}, `line ${number(line)}`, isSafe === false ? make("strong", { class: "doubt" }, " a guess") : ""),
      side("del", before && after ? "before: " : "removed: ", before), side("ins", before && after ? "after: " : "added: ", after));
  },

  words({ before, after }, count) {
    const [one, other] = [before, after].map((text) => text.slice(0, 60));
    const first = after === "" ? `removed ${one}` : before === "" ? `added ${other}` : `${one} is now ${other}`;
    return `Mended: ${first}${count > 1 ? `, and ${counted(count - 1, "more place")}` : ""}.`;
  },

  /** Makes the change that is shown; returns what was done in words. */
  async accept() {
    const { entry, blob, words } = mend.proposed;
    $("change-box").close();
    if ($("edit-box").open) $("edit-box").close();
    (entry.past ??= []).push(entry.file);
    await mend.become(entry, blob);
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
      await reread(entry, mend.place());
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
    const label = (name) => FIELDS.find(([ident]) => ident === name)?.[1] ?? "Comment";
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
    const checked = await ask("check", { file: given(entry) });
    if (state.open !== entry) return;
    mend.checked = checked;
    mend.tell();
  },

  /** Shows the findings of the conversion and of the check, those with a fix first. */
  tell() {
    const { found = [], fixes = { count: 0, changes: [] } } = mend.checked ?? {};
    const key = ({ code, line, message }) => `${code} ${line} ${message}`;
    const known = new Set(found.map(key));
    const all = [...found, ...mend.converted.filter((finding) => !known.has(key(finding)))];
    const rules = new Map();
    for (const fix of fixes.changes) {
      for (const code of fix.rules) rules.set(code, [...(rules.get(code) ?? []), fix]);
    }
    const firsts = [...rules].map(([code]) => all.find((finding) => finding.code === code)).filter(Boolean);
    const rest = all.filter((finding) => !firsts.includes(finding));
    const safe = fixes.changes.filter(({ is_safe: isSafe }) => isSafe);
    $("findings").replaceChildren(
      ...(firsts.length > 1 && safe.length > 0 ? [make("li", {}, mend.button("Mend all that is certain", {}))] : []),
      ...firsts.map((first) => finding(first, mend.buttonFor(first, rules.get(first.code)))),
      ...rest.slice(0, 200).map((other) => finding(other)));
    $("mendable").hidden = fixes.count === 0;
    $("mendable-count").textContent = `${counted(fixes.count, "place")} can be mended.`;
  },

  buttonFor({ code, message }, fixes) {
    const isGuess = fixes.some(({ is_safe: isSafe }) => !isSafe);
    const label = `${fixes.length > 1 ? `Mend ${number(fixes.length)} places` : "Mend"}${isGuess ? " (a guess)" : ""}`;
    return mend.button(label, { rules: [code], guesses: isGuess }, `${label}: ${message}`);
  },

  button(label, options, name = null) {
    return make("button", { type: "button", class: "mend", "aria-label": name, onclick: () => doing(async () => {
      if (!await mend.propose("mend", options)) return "Nothing changes.";
      return "";
    }) }, label);
  },
};

$("fields").append(...FIELDS.map(([name, label, placeholder]) => make("label", {}, label,
  make("input", { name, placeholder, autocomplete: "off", spellcheck: "false" }))));
$("edit").addEventListener("click", () => doing(mend.edit));
$("edit-form").addEventListener("submit", (event) => { event.preventDefault(); mend.review(); });
$("edit-close").addEventListener("click", () => $("edit-box").close());
$("change-close").addEventListener("click", () => $("change-box").close());
$("accept").addEventListener("click", () => doing(mend.accept));
$("undo").addEventListener("click", () => doing(mend.undo));
$("mendable-show").addEventListener("click", () => {
  $("done-box").open = true;
  $("findings").querySelector("button").focus();
});
$("done-box").addEventListener("toggle", () => {
  if ($("done-box").open && !mend.checked && state.open?.row) mend.check(state.open);
});
addEventListener("keydown", (event) => {
  const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (!isUndo || event.target.closest?.("input, textarea, dialog")) return;
  event.preventDefault();
  doing(mend.undo);
});
