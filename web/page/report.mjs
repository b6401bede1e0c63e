// The report of the program as a page, filled in from the entries of its JSON.

/** What the page calls the properties of a game. */
const FACTS = {
  GN: "game name", EV: "event", RO: "round", PB: "black player", BR: "rank of the black player", PW: "white player",
  WR: "rank of the white player", DT: "date", PC: "place", RE: "result", HA: "handicap", KM: "komi", RU: "rules",
};

const count = (list = [], severity) => list.filter((found) => found.severity === severity).length;

function row(input) {
  const { PB: black, PW: white } = input.summary?.properties ?? {};
  const { kept = 0, adapted = 0, lost = 0, damaged = 0 } = input.outcomes ?? {};
  const players = black || white ? `${black ?? "?"} – ${white ?? "?"}` : "";
  return [input.input, input.status, input.from ?? null, input.games ?? 0, input.moves ?? 0, kept, adapted, lost,
    count(input.diagnostics, "error"), count(input.diagnostics, "warning"), players, damaged];
}

/** Returns the kinds of constructs with an outcome, each with how often it is there. */
function kinds(items, outcome) {
  const counts = new Map();
  for (const item of items) if (item.outcome === outcome) counts.set(item.what, (counts.get(item.what) ?? 0) + 1);
  return [...counts];
}

function game({ properties, kind, nodes, moves, main_line: main, variations, position }, line) {
  const facts = Object.entries(properties).filter(([ident]) => FACTS[ident]).map(([ident, text]) => [FACTS[ident], text]);
  return { n: 1, line, kind, facts, nodes, moves, main, variations, position, back: "=" };
}

function details(input) {
  const items = input.items ?? [];
  const found = input.diagnostics ?? [];
  return {
    output: input.output, to: input.to, charset: input.encoding ? [input.encoding.label, input.encoding.why] : null,
    failure: input.message ? [input.message, null] : null, native: input.outcomes?.native ?? 0,
    ...Object.fromEntries(["kept", "adapted", "lost", "damaged"].map((outcome) => [outcome, kinds(items, outcome)])),
    findings: found.map(({ severity, code, message, help, game: number, address, line, column, excerpt }) =>
      [severity, code, message, help, number, address, line, column, excerpt ? [excerpt, "", ""] : null]),
    found: found.length, games: input.summary?.properties ? [game(input.summary, 1)] : [], links: [null, input.output],
    items: items.slice(0, 200).map(({ outcome, what, game: number, line }) => [outcome, what, number, "", line, null]),
  };
}

/** Fills in the page. Text of a record cannot end the block that it is in. */
export function reportPage(template, { inputs, summary, version }, seconds) {
  const inert = (value) => JSON.stringify(value).replace(/</g, "\\u003c");
  const lines = (entry) => inputs.map((input) => `${inert(entry(input))}\n`).join("");
  const games = inputs.reduce((sum, input) => sum + (input.output ? input.games ?? 0 : 0), 0);
  const totals = { ...summary, version, games, seconds, reasons: [], others: [] };
  const parts = { rows: lines(row), details: lines(details), summary: inert(totals) };
  return template.replace(/\{\{(rows|details|summary)\}\}/g, (_, name) => parts[name]);
}
