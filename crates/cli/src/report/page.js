"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const SVG = byId("board").namespaceURI;
  const block = (id) => byId(id).textContent.split("\n").filter((line) => line !== "");
  const totals = JSON.parse(byId("totals").textContent);
  const details = block("details");
  const rows = block("rows").map((line, index) => {
    const row = JSON.parse(line);
    row.index = index;
    row.search = (row[0] + "\n" + row[10]).toLowerCase();
    return row;
  });
  for (const id of ["rows", "details"]) byId(id).remove();

  const NAME = 0, STATUS = 1, FROM = 2, KEPT = 5, ADAPTED = 6, LOST = 7, ERRORS = 8, WARNINGS = 9, PLAYERS = 10, DAMAGED = 11;
  // A column of zeros says nothing.
  const COLUMNS = [
    ["File", NAME, ""], ["Status", STATUS, ""], ["Format", FROM, "optional"], ["Games", 3, "number"],
    ["Moves", 4, "number optional"], ["Kept", KEPT, "number slight"], ["Adapted", ADAPTED, "number optional"],
    ["Lost", LOST, "number optional"], ["Errors", ERRORS, "number slight"], ["Warnings", WARNINGS, "number optional"],
  ].filter(([, column]) => typeof rows[0]?.[column] !== "number" || rows.some((row) => row[column] > 0));
  const STATES = [
    ["verified", "verified", "verified"], ["verified-with-losses", "verified_with_losses", "verified, with losses"],
    ["unverified", "unverified", "not verified"],
    ["dry-run", "dry_run", "not written"], ["skipped", "skipped", "done before"],
    ["refused", "refused", "refused"], ["unreadable", "unreadable", "unreadable"], ["failed", "failed", "failed"],
    ["not-a-record", "not_a_record", "other files"],
  ];
  const FORMATS = { ishi: "Ishi", smartgo: "Smart-Go", sgf: "SGF" };
  const PAGE = 100;
  const PRINTED = 500;
  const view = { rows, sort: null, down: false, page: 0, size: PAGE };
  const collator = new Intl.Collator("en", { numeric: true });
  const number = (value) => value.toLocaleString("en");
  const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
  const stateName = (state) => state === "not-a-record" ? "other file" : STATES.find(([key]) => key === state)?.[2] ?? state;

  // Makes an element. Text only ever becomes text nodes, so nothing in a record is markup.
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  }

  function showSummary() {
    const seconds = totals.seconds < 10 ? totals.seconds.toFixed(1) : Math.round(totals.seconds).toString();
    byId("lead").textContent =
      `${plural(totals.inputs, "file")} looked at and ${plural(totals.games, "game")} converted in ${seconds} seconds by ishi ${totals.version}.`;
    const tiles = STATES.filter(([key, field]) => totals[field] > 0 || ["verified", "failed"].includes(key));
    byId("tiles").append(...tiles.map(([key, field, label]) => {
      const tile = make("button", { type: "button", class: `tile ${key}`, "aria-pressed": "false", "data-status": key, disabled: totals[field] === 0 },
        make("b", {}, number(totals[field])), make("span", {}, label));
      tile.addEventListener("click", () => {
        byId("status").value = byId("status").value === key ? "" : key;
        filter();
      });
      return tile;
    }));
    if (totals.damaged > 0) {
      const tile = make("button", { type: "button", class: "tile damaged", "aria-pressed": "false", "data-notes": "damaged" },
        make("b", {}, number(totals.damaged)), make("span", {}, "with text damaged before"));
      tile.addEventListener("click", () => {
        byId("notes").value = byId("notes").value === "damaged" ? "" : "damaged";
        filter();
      });
      byId("tiles").append(tile);
    }
    byId("strip").append(...tiles.filter(([, field]) => totals[field] > 0).map(([key, field]) => {
      const part = make("i", { class: key });
      part.style.flex = `${totals[field]} 1 0`;
      return part;
    }));
    const list = (title, entries) => entries.length === 0 ? "" : make("div", {}, make("h3", {}, title),
      make("ul", {}, entries.map(([what, count]) => make("li", {}, make("b", {}, number(count)), ` ${what}`))));
    byId("reasons").append(...[list("Why inputs failed", totals.reasons), list("What the other files are", totals.others)].filter(Boolean));
    byId("foot").textContent =
      "Kept: the target has no words for it, so it travels as private data and comes back exactly. " +
      "Adapted: shown in the nearest native form, and kept exactly too. " +
      "Verified: the result was read back, and is the same as the source. " +
      "Unreadable: the file has the ending of a record and holds none. " +
      "Damaged before: text that the file had already lost, shown as U+FFFD.";
  }

  function showTools() {
    const used = (column) => new Set(rows.map((row) => row[column]));
    const states = used(STATUS), formats = used(FROM);
    byId("status").append(...STATES.filter(([key]) => states.has(key)).map(([key, , label]) => make("option", { value: key }, label)));
    byId("format").append(...Object.entries(FORMATS).filter(([key]) => formats.has(key)).map(([key, label]) => make("option", { value: key }, label)));
    byId("search").addEventListener("input", filter);
    for (const id of ["status", "format", "notes"]) byId(id).addEventListener("change", filter);
    byId("tools").addEventListener("submit", (event) => event.preventDefault());
    byId("tools").addEventListener("reset", () => setTimeout(filter));
    byId("heads").append(...COLUMNS.map(([label, column, kind]) => {
      const button = make("button", { type: "button" }, label);
      button.addEventListener("click", () => sort(column));
      return make("th", { scope: "col", class: kind, "data-column": column }, button);
    }));
    const turn = (id, to) => byId(id).addEventListener("click", () => { view.page = to(); draw(); });
    turn("first", () => 0);
    turn("previous", () => view.page - 1);
    turn("next", () => view.page + 1);
    turn("last", () => lastPage());
    // A printed table has no second page to turn to.
    addEventListener("beforeprint", () => { view.size = PRINTED; draw(); });
    addEventListener("afterprint", () => { view.size = PAGE; draw(); });
  }

  function filter() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const [status, format, notes] = ["status", "format", "notes"].map((id) => byId(id).value);
    const noted = {
      kept: (row) => row[KEPT] > 0, adapted: (row) => row[ADAPTED] > 0, lost: (row) => row[LOST] > 0,
      damaged: (row) => row[DAMAGED] > 0, found: (row) => row[ERRORS] + row[WARNINGS] > 0,
    }[notes];
    view.rows = rows.filter((row) => (status === "" || row[STATUS] === status) && (format === "" || row[FROM] === format) &&
      (!noted || noted(row)) && words.every((word) => row.search.includes(word)));
    for (const tile of byId("tiles").children) {
      const pressed = tile.dataset.notes ? tile.dataset.notes === notes : tile.dataset.status === status;
      tile.setAttribute("aria-pressed", String(pressed));
    }
    order();
  }

  function sort(column) {
    if (view.sort !== column) {
      view.sort = column;
      // Of numbers the great ones are interesting.
      view.down = COLUMNS.find(([, index]) => index === column)[2].includes("number");
    } else {
      view.down = !view.down;
    }
    order();
  }

  function order() {
    if (view.sort === null) {
      // The worst come first.
      view.rows.sort((a, b) => worth(a) - worth(b) || a.index - b.index);
    } else {
      const sign = view.down ? -1 : 1;
      const value = (row) => row[view.sort] ?? "";
      view.rows.sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        const found = typeof x === "number" ? x - y : collator.compare(x, y);
        return found === 0 ? a.index - b.index : sign * found;
      });
    }
    view.page = 0;
    draw();
  }

  const WORST = ["failed", "unreadable", "refused", "verified-with-losses"];

  /** Returns how good the outcome of a row is: 0 for the worst. */
  function worth(row) {
    const found = WORST.indexOf(row[STATUS]);
    if (found >= 0) return found;
    const rest = [row[DAMAGED] > 0, row[STATUS] === "not-a-record", row[ERRORS] > 0, row[WARNINGS] > 0].indexOf(true);
    return WORST.length + (rest < 0 ? 4 : rest);
  }

  const lastPage = () => Math.max(0, Math.ceil(view.rows.length / view.size) - 1);

  function draw() {
    view.page = Math.min(Math.max(view.page, 0), lastPage());
    const start = view.page * view.size;
    const shown = view.rows.slice(start, start + view.size);
    byId("body").replaceChildren(...shown.map(drawRow));
    for (const head of byId("heads").children) {
      const sorted = Number(head.dataset.column) === view.sort;
      head.setAttribute("aria-sort", sorted ? (view.down ? "descending" : "ascending") : "none");
    }
    const all = view.rows.length === rows.length;
    byId("count").textContent = all ? plural(rows.length, "file") : `${number(view.rows.length)} of ${plural(rows.length, "file")}`;
    byId("where").textContent = view.rows.length === 0 ? "nothing to show"
      : `${number(start + 1)}–${number(start + shown.length)} of ${number(view.rows.length)}`;
    byId("first").disabled = byId("previous").disabled = view.page === 0;
    byId("next").disabled = byId("last").disabled = view.page === lastPage();
    byId("pages").hidden = rows.length <= PAGE;
  }

  function drawRow(row) {
    const opener = make("button", { type: "button", "aria-expanded": "false" }, row[NAME]);
    const line = make("tr", { class: "file" });
    opener.addEventListener("click", () => toggle(row, line, opener));
    line.append(...COLUMNS.map(([, column, kind]) => {
      if (column === NAME) return make("td", { class: "name" }, opener, row[PLAYERS] ? make("small", {}, row[PLAYERS]) : "");
      if (column === STATUS) return make("td", {}, make("span", { class: `state ${row[STATUS]}` }, stateName(row[STATUS])));
      if (column === FROM) return make("td", { class: kind }, FORMATS[row[FROM]] || "–");
      // Of what was not read there is nothing to count.
      if (row[FROM] === null) return make("td", { class: `${kind} none` }, "–");
      return make("td", { class: row[column] === 0 ? `${kind} none` : kind }, number(row[column]));
    }));
    return line;
  }

  function toggle(row, line, opener) {
    const open = opener.getAttribute("aria-expanded") === "true";
    opener.setAttribute("aria-expanded", String(!open));
    if (open) {
      line.nextElementSibling.remove();
    } else {
      line.after(make("tr", { class: "detail" }, make("td", { colspan: COLUMNS.length }, drawDetails(row, JSON.parse(details[row.index])))));
    }
  }

  function drawDetails(row, detail) {
    const parts = [];
    if (detail.failure && row[STATUS] !== "not-a-record") {
      const [message, help] = detail.failure;
      parts.push(make("div", { class: "alert" }, message, help ? make("small", {}, help) : ""));
    }
    const facts = [];
    const fact = (name, ...value) => facts.push(make("dt", {}, name), make("dd", {}, ...value));
    if (detail.failure && row[STATUS] === "not-a-record") fact("Not converted", detail.failure[0]);
    const [sourceLink, resultLink] = detail.links || [];
    const linked = (text, href) => href ? make("a", { href }, make("code", {}, text)) : make("code", {}, text);
    if (sourceLink) fact("Source", linked(row[NAME], sourceLink));
    if (detail.output) fact("Result", linked(detail.output, resultLink), ` (${FORMATS[detail.to]})`);
    if (detail.remark) fact("Remark", detail.remark);
    if (detail.charset) fact("Charset", `${detail.charset[0]}: ${detail.charset[1]}`);
    const counts = [["native", detail.native], ["kept", row[KEPT]], ["adapted", row[ADAPTED]], ["lost", row[LOST]], ["damaged before", row[DAMAGED]]];
    if (detail.charset) fact("Contents", counts.filter(([, count], at) => at === 0 || count > 0).map(([what, count]) => `${number(count)} ${what}`).join(", "));
    parts.push(make("dl", {}, facts));
    if (detail.games.length > 0) {
      parts.push(make("h3", {}, "Games"), make("div", { class: "games" }, detail.games.map(drawGame)));
      const more = row[3] - detail.games.length;
      if (more > 0) parts.push(make("p", { class: "more" }, `and ${plural(more, "more game")}`));
    }
    parts.push(...drawKinds(detail), ...drawItems(row, detail), ...drawFindings(detail));
    return parts;
  }

  function drawKinds(detail) {
    return ["lost", "adapted", "kept", "damaged"].filter((key) => (detail[key] || []).length > 0).flatMap((key) => [
      make("h3", {}, { lost: "Lost", adapted: "Adapted", kept: "Kept", damaged: "Damaged before" }[key]),
      make("ul", { class: "kinds" }, detail[key].map(([what, count]) => make("li", {}, count > 1 ? `${what}: ${number(count)} times` : what))),
    ]);
  }

  function table(heads, lines) {
    return make("table", { class: "list" },
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, lines));
  }

  const place = (game, address, line) => [game ? `game ${number(game)}` : "", address ? `at ${address}` : "", line ? `line ${number(line)}` : ""].filter(Boolean).join(", ");
  const source = (line) => line ? make("code", {}, line[0], line[1] ? make("mark", {}, line[1]) : "", line[2]) : "";

  function drawItems(row, detail) {
    if (detail.items.length === 0) return [];
    const lines = detail.items.map(([outcome, what, game, address, line, text]) => make("tr", {},
      make("td", {}, outcome), make("td", {}, what), make("td", {}, place(game, address, line)), make("td", {}, source(text))));
    const more = row[KEPT] + row[ADAPTED] + row[LOST] - detail.items.length;
    return [make("h3", {}, "Where that is in the source"), table(["Outcome", "What", "Where", "Source"], lines),
      more > 0 ? make("p", { class: "more" }, `and ${number(more)} more`) : ""];
  }

  function drawFindings(detail) {
    if (detail.findings.length === 0) return [];
    const lines = detail.findings.map(([severity, code, message, help, game, address, line, column, text]) => make("tr", {},
      make("td", {}, make("span", { class: `severity ${severity}` }, `${severity} ${code}`)),
      make("td", {}, message, help ? make("div", { class: "more" }, help) : ""),
      make("td", {}, place(game, address, line) + (column ? `:${column}` : "")), make("td", {}, source(text))));
    const more = detail.found - detail.findings.length;
    return [make("h3", {}, "Repaired or doubtful in the source"), table(["Finding", "What", "Where", "Source"], lines),
      more > 0 ? make("p", { class: "more" }, `and ${number(more)} more of these kinds`) : ""];
  }

  function drawGame(game) {
    const facts = Object.fromEntries(game.facts);
    const player = (color) => {
      const name = facts[`${color} player`], rank = facts[`rank of the ${color} player`];
      return name || rank ? [name || "?", rank].filter(Boolean).join(" ") : null;
    };
    const [black, white] = [player("black"), player("white")];
    const title = black || white ? `${black || "?"} (B) – ${white || "?"} (W)` : facts.event || facts["game name"] || `Game ${number(game.n)}`;
    const about = ["result", "date", "event", "round", "place", "komi", "handicap", "rules"]
      .filter((key) => facts[key] && facts[key] !== title)
      .map((key) => ["komi", "handicap", "rules", "round"].includes(key) ? `${key} ${facts[key]}` : facts[key]);
    const size = [`game ${number(game.n)}, line ${number(game.line)}`, plural(game.moves, "move"),
      game.variations > 0 ? plural(game.variations, "variation") : ""].filter(Boolean);
    return make("article", { class: "game" }, make("h4", {}, title),
      make("p", { class: "meta" }, [...about, ...size].join(" · ")), drawBoards(game));
  }

  function drawBoards(game) {
    if (!game.position) return make("p", { class: "more" }, `not a game of Go (GM ${game.kind})`);
    const figure = (position, caption) => make("figure", {}, drawBoard(position, game.main), make("figcaption", {}, caption));
    const end = `after ${plural(game.main, "move")}`;
    if (game.back && game.back !== "=") {
      return make("div", { class: "boards" }, figure(game.position, `source, ${end}`), figure(game.back, "result, read back"));
    }
    return make("div", { class: "boards" }, figure(game.position, game.back ? `${end}; the same in the result` : end));
  }

  function readPosition(text) {
    const [size, runs, last] = text.split(" ");
    const [columns, lines] = size.split("x").map(Number);
    const stones = [];
    let at = 0;
    for (const [, count, letter] of runs.matchAll(/(\d*)([.bw])/g)) {
      for (let left = Number(count || 1); left > 0; left -= 1, at += 1) {
        if (letter !== ".") stones.push([at % columns, Math.floor(at / columns), letter]);
      }
    }
    return { columns, lines, stones, last: last ? last.split(",").map(Number) : null };
  }

  function starPoints({ columns, lines }) {
    if (columns !== lines || columns < 7) return [];
    const edge = columns < 12 ? 2 : 3, middle = (columns - 1) / 2;
    const corners = [edge, columns - 1 - edge];
    const points = corners.flatMap((x) => corners.map((y) => [x, y]));
    if (Number.isInteger(middle)) {
      points.push([middle, middle]);
      if (columns > 13) points.push(...corners.flatMap((at) => [[at, middle], [middle, at]]));
    }
    return points;
  }

  function drawBoard(text, moves) {
    const board = readPosition(text);
    const { columns, lines, stones, last } = board;
    const svg = (tag, attributes, ...children) => {
      const element = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) {
        // The policy of the page allows no attributes of style, only their properties.
        if (name === "style") element.style.cssText = value;
        else element.setAttribute(name, value);
      }
      element.append(...children);
      return element;
    };
    const count = (letter) => stones.filter(([, , found]) => found === letter).length;
    const label = `Position after ${plural(moves, "move")} on ${columns} by ${lines} lines: ${count("b")} black and ${count("w")} white stones`;
    const path = [];
    for (let x = 0; x < columns; x += 1) path.push(`M${x} 0V${lines - 1}`);
    for (let y = 0; y < lines; y += 1) path.push(`M0 ${y}H${columns - 1}`);
    return svg("svg", { viewBox: `-.9 -.9 ${columns + .8} ${lines + .8}`, role: "img", "aria-label": label },
      svg("rect", { x: -.9, y: -.9, width: columns + .8, height: lines + .8, style: "fill:var(--wood)" }),
      svg("path", { d: path.join(""), style: "fill:none;stroke:var(--grid);stroke-width:.05;stroke-linecap:square" }),
      ...starPoints(board).map(([cx, cy]) => svg("circle", { cx, cy, r: .11, style: "fill:var(--grid)" })),
      ...stones.map(([cx, cy, letter]) => svg("circle", {
        cx, cy, r: .47, fill: letter === "b" ? "#16181a" : "#faf9f6", stroke: letter === "b" ? "#000" : "#77705f", "stroke-width": .04,
      })),
      ...(last ? [svg("circle", { cx: last[0], cy: last[1], r: .2, style: "fill:none;stroke:var(--mark);stroke-width:.12" })] : []));
  }

  showSummary();
  showTools();
  filter();
})();
