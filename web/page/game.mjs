// The open record, and the node of it that is shown.

import { $, number, sentence } from "./dom.mjs";
import { ask, given, options, ready, state, tell } from "./state.mjs";

/**
 * The open game: its number, the line that is walked and the place on it, and what was shown last. If it is a problem, its
 * answers are hidden until a person asks for them.
 */
export const game = { number: 1, line: [], at: 0, shown: null, asked: 0, isProblem: false, answers: false };

/** Returns what the converter knows of the open game. */
export const factsOf = () => state.open?.opened?.games[game.number - 1];
/** Returns whether the next moves would give an answer away. */
export const isSecret = () => game.isProblem && !game.answers;

/** Opens a file and shows a game of it, the first one unless another is wanted. */
export async function openEntry(entry, where = { game: 1 }) {
  if (entry === state.open && entry.opened && game.shown && where.game && Object.keys(where).length === 1) {
    await go(where);
    return;
  }
  const isNew = state.open !== entry;
  state.open = entry;
  if (isNew) game.answers = false;
  // Until the record is open there is no move to walk to.
  Object.assign(game, { shown: null, line: [], at: 0, number: where.game ?? 1 });
  $("viewer").hidden = false;
  tell("open", entry, isNew);
  await ready;
  try {
    const opened = await ask("open", { file: given(entry) });
    if (state.open !== entry) return;
    entry.opened = opened;
    tell("opened", entry);
    await go(where);
  } catch (error) {
    const report = entry.row ? await ask("report", { id: entry.id }) : null;
    if (state.open === entry) tell("unreadable", `This file cannot be shown: ${(report?.message ?? error.message).replace(/^not a game record: it is/, "it is")}.`);
  }
}

/** Returns which moves have numbers. */
function numbers() {
  const wanted = $("numbers").value;
  if (wanted === "here") return [game.from ?? 1, 100_000];
  return wanted === "no" ? false : wanted === "all" || Number(wanted);
}

/** Shows a node of the open record. */
export async function go(where) {
  game.asked += 1;
  const [asked, entry] = [game.asked, state.open];
  const isNew = where.game !== undefined;
  const answers = game.answers && (where.game ?? game.number) === game.number;
  const look = { style: $("wood").checked ? "wood" : "paper", numbers: numbers(), bare: !$("coordinates").checked, unanswered: !answers };
  const shown = await ask("show", { options: { game: game.number, ...look, ...where } });
  if (asked !== game.asked || entry !== state.open) return;
  Object.assign(game, { isProblem: shown.problem, answers, number: where.game ?? game.number });
  // Going back and forth stays on the line that was walked.
  const known = game.line.indexOf(shown.node);
  if (!isNew && where.node !== undefined && known >= 0) game.at = known;
  else [game.line, game.at] = [shown.line, shown.at];
  game.shown = shown;
  tell("shown", shown, isNew);
}

/** Shows the same node again, with another look. */
export const again = () => {
  const { shown } = game;
  if (shown) go(shown.drawn_as_diagram ? { diagram: shown.diagram } : { node: shown.node });
};

/** Reads and converts a file again, and shows a place in it. */
export async function reread(entry, where) {
  ({ row: entry.row } = await ask("one", { file: given(entry), options: options() }));
  entry.opened = null;
  tell("rows");
  if (state.open === entry) await openEntry(entry, where);
}

const COUNTS = ["no stone", "one stone", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS = ["main line", "first variation", "second variation", "third variation", "fourth variation", "fifth variation"];

/** Returns where a node is, in words. */
export function place(shown) {
  if (shown.drawn_as_diagram) return `Diagram ${shown.diagram} of ${shown.diagrams}`;
  const here = shown.variations.findIndex(({ node }) => node === shown.node);
  const branch = here > 0 && !isSecret() ? `, ${ORDINALS[here] ?? `variation ${here}`}` : "";
  if (!shown.move) return shown.at === 0 ? "Start" : `${shown.number === undefined ? "Step" : "After move"} ${number(shown.number ?? game.at)}${branch}`;
  const takes = shown.takes > 0 ? `, takes ${COUNTS[shown.takes] ?? shown.takes}` : "";
  return `${shown.number ? `Move ${shown.number}: ` : ""}${shown.move}${takes}${branch}`;
}

/** Does something for the open file, and says what came of it. */
export async function doing(task) {
  for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
  try {
    $("taken").textContent = (await task(state.open)) ?? "";
  } catch (error) {
    $("taken").textContent = sentence(error.message);
  }
}
