// The side: words of the node that is shown, and of the game.

import { $, apart, eachFrame, linked, make, number } from "./dom.mjs";
import { again, factsOf, game, go, isSecret, reread } from "./game.mjs";
import { on, state } from "./state.mjs";

/** How much of a comment is shown, in characters: a browser takes minutes for a megabyte. */
export const LONGEST = 20_000;

// ---- tabs ----------------------------------------------------------------------------------------------------------

const TABS = ["game", "record"];

/** Shows a part of the side: `game` or `record`. */
export function turnTo(wanted) {
  for (const name of TABS) {
    const tab = $(`tab-${name}`);
    tab.setAttribute("aria-selected", String(name === wanted));
    tab.tabIndex = name === wanted ? 0 : -1;
    $(`zone-${name}`).hidden = name !== wanted;
  }
  $(`zone-${wanted}`).scrollTop = 0;
}

for (const name of TABS) {
  $(`tab-${name}`).addEventListener("click", () => {
    turnTo(name);
    // On a phone it is below the board.
    if (name === "record") $("tabs").scrollIntoView();
  });
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    const other = TABS.find((tab) => tab !== name);
    turnTo(other);
    $(`tab-${other}`).focus();
  });
}

// ---- the node ------------------------------------------------------------------------------------------------------

/** Returns moves to choose from. They have letters if the board has the same ones. */
function branches(label, nodes, current, isLettered) {
  if (nodes.length < 2) return [];
  const buttons = nodes.slice(0, 30).map(({ node, move, name }, index) => make("button", {
    type: "button", "aria-pressed": node === current ? "true" : null, onclick: () => go({ node }),
  }, [isLettered ? String.fromCharCode(65 + index) : null, name ?? move ?? `variation ${index + 1}`].filter(Boolean).join(": ")));
  const more = nodes.length > 30 ? [make("span", {}, `and ${number(nodes.length - 30)} more in the tree`)] : [];
  return [make("div", { class: "row" }, make("span", {}, label), ...buttons, ...more)];
}

const JUDGED = { right: ["Right.", "good"], wrong: ["Wrong.", "bad"] };

/** Scrolls a new comment to its start, in the frame that lays it out: before it the page would be laid out twice. */
const toStart = eachFrame(() => { $("zone-game").scrollTop = 0; });

function tellNode(shown) {
  $("text").textContent = shown.text ?? "";
  const name = shown.caption ?? shown.name;
  const comment = shown.comment ?? "";
  const isLong = comment.length > LONGEST;
  $("comment").replaceChildren(...(name ? [make("strong", {}, name)] : []), ...linked(comment.slice(0, LONGEST)),
    ...(isLong ? [make("em", {}, ` ... and ${number(comment.length - LONGEST)} more characters, which a download has.`)] : []));
  toStart();
  $("notes").replaceChildren(...(shown.notes ?? []).map((note) => make("li", {}, note)));
  $("branches").replaceChildren(...(isSecret() ? [] : [
    ...branches("Here also:", shown.variations, shown.node, false), ...branches("Next:", shown.next, undefined, shown.lettered)]));
  const [words, kind] = game.isProblem && JUDGED[shown.judged] || ["", ""];
  $("judged").textContent = words;
  $("judged").className = kind;
  $("ask").hidden = !isSecret();
  $("ask-words").textContent = shown.next.length > 0 ? `${shown.turn} to play: click on a point.` : "The line ends here.";
  if ($("figure")) $("figure").value = shown.diagram ?? "";
}

$("answers").addEventListener("click", () => {
  game.answers = true;
  again();
  $("board").focus();
});

// ---- what does not change from move to move ------------------------------------------------------------------------

function tellGame(entry, shown) {
  const { count } = entry.opened;
  const facts = factsOf();
  const words = new Map(facts?.words ?? []);
  const hasPlayers = ["PB", "PW"].some((name) => facts?.properties[name]);
  $("viewed").textContent = facts?.title ?? entry.name;
  // The plates below the board have the names.
  $("viewed").classList.toggle("hidden", hasPlayers);
  $("sub").replaceChildren(...apart(["Event", "Date", "Result"].map((name) => words.get(name)).filter((fact) => fact !== facts?.title)));
  document.title = `${facts?.title ?? entry.name} – ishi`;
  choose(shown.diagrams);
  tellFacts(facts, words);
  outline(shown.outline ?? []);
  const isMute = (facts?.comments ?? 0) + (facts?.diagrams ?? 0) === 0 && !game.isProblem;
  $("side").classList.toggle("mute", isMute);
  // Where nobody has written a word, what is known of the game is beside the board.
  if (isMute) $("zone-game").append($("facts"));
  else $("findings").after($("facts"));
  $("print-all").hidden = count < 2;
  $("print-all").textContent = `Print all ${number(count)} games`;
}

/** The most diagrams that are one choice away. */
const MOST_CHOICES = 2000;

/** Offers the diagrams of a game. */
function choose(count) {
  $("choose").replaceChildren();
  if (count === 0) return;
  const options = Array.from({ length: Math.min(count, MOST_CHOICES) }, (_, index) => make("option", { value: index + 1 }, index + 1));
  const figure = make("select", { id: "figure", onchange: () => { if (figure.value) go({ diagram: Number(figure.value) }); } },
    make("option", { value: "" }, "choose"), ...options);
  figure.value = game.shown.diagram ?? "";
  $("choose").append(make("label", { for: "figure" }, `Diagram (of ${number(count)})`), figure);
}

function tellFacts(facts, words) {
  if (!facts) { $("facts").replaceChildren(); return; }
  const all = [["File", state.open.name], ...words, ["Board", facts.kind === 1 ? facts.size.join(" × ") : null], ["Moves", number(facts.main_line)]];
  for (const [label, count] of [["Variations", facts.variations], ["Comments", facts.comments], ["Diagrams", facts.diagrams]]) {
    all.push([label, count > 0 ? number(count) : null]);
  }
  $("facts").replaceChildren(...all.filter(([, text]) => text).flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, ...linked(text))]));
}

function outline(lines) {
  $("outline").replaceChildren(...lines.map((line) => {
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
    type: "button", "aria-pressed": String(label === encoding.label), onclick: () => recode(entry, label),
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

on("open", (entry, isNew) => {
  if (!isNew) return;
  $("viewed").textContent = entry.name;
  $("viewed").classList.remove("hidden");
  $("sub").textContent = "";
  $("taken").textContent = "";
  turnTo("game");
});
on("opened", tellCharsets);
on("shown", (shown, isNew) => {
  tellNode(shown);
  for (const id of ["tabs", "outline-box", "text-box", "facts"]) $(id).hidden = false;
  if (isNew) tellGame(state.open, shown);
});
on("unreadable", () => {
  for (const id of ["choose", "comment", "notes", "outline", "branches"]) $(id).replaceChildren();
  for (const id of ["sub", "text", "judged"]) $(id).textContent = "";
  for (const id of ["ask", "garbled", "tabs", "outline-box", "text-box", "facts"]) $(id).hidden = true;
});
