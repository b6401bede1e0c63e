// Fixes in the words of players: `KM[375]` -> `KM[7.5]` is "Komi 375 → 7.5".

/** The names of properties, those that players look for first. */
export const NAMES = {
  KM: "Komi", HA: "Handicap", RE: "Result", PB: "Black", PW: "White", BR: "Rank of Black", WR: "Rank of White", DT: "Date", EV: "Event",
  RO: "Round", PC: "Place", RU: "Rules", TM: "Time limit", OT: "Overtime", SZ: "Board size", AB: "Black stones", AW: "White stones",
  B: "Move of Black", W: "Move of White", C: "Comment", N: "Name", GN: "Game name", GC: "Comment on the game", SO: "Source", US: "Written by",
  AN: "Annotations by", CP: "Copyright", BT: "Team of Black", WT: "Team of White", BL: "Time left of Black", WL: "Time left of White",
  LB: "Labels", PL: "Player to move", ON: "Opening", CA: "Charset", AP: "Program", FF: "Version of SGF", GM: "Kind of game", ST: "Style of variations",
};

/** How much of a text is told, in characters. */
const LONGEST = 60;

/** Returns a property as its name and its value: `KM[375]` -> `Komi`, `375`. */
function parse(text) {
  const [, ident, value] = /^\s*([A-Z]{1,2})\s*\[([^]*)\]\s*$/.exec(text) ?? [];
  return NAMES[ident] ? [NAMES[ident], value.replace(/\]\s*\[/g, " ")] : [null, text];
}

const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Returns a fix in words. */
export function inWords({ before, after }) {
  if (before === after) return "Letters written in the new charset";
  const [[one, from], [other, to]] = [parse(before), parse(after)];
  const name = one ?? other;
  const is = (text) => (text.trim() === "" ? "" : ` ${cut(text)}`);
  if (after.trim() === "") return name ? `${name}${is(from) || " without a value"} removed` : `${cut(before)} removed`;
  if (before.trim() === "") return name ? `${name}${is(to)} added` : `${cut(after)} added`;
  if (one && one === other) return from === to ? `${name}${is(to)} written in order` : `${name}${is(from)} → ${cut(to)}`;
  return `${cut(before)} → ${cut(after)}`;
}

/** Returns fixes with those first that players look for. */
export function inOrder(fixes) {
  const names = Object.values(NAMES);
  const rank = ({ before, after }) => (names.indexOf(parse(after)[0] ?? parse(before)[0]) + names.length + 1) % (names.length + 1);
  return [...fixes].sort((one, other) => rank(one) - rank(other));
}
