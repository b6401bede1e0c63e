// The tree: laid out by the converter, drawn as far as it is in sight.

import { $, eachFrame } from "./dom.mjs";
import { factsOf, game, go, isSecret } from "./game.mjs";
import { ask, on } from "./state.mjs";

/** The distance between columns and between rows, in pixels, and the radius of a stone. */
export const ACROSS = 24;
export const DOWN = 30;
const STONE = 8;
/** From how many variations on a tree is folded. */
const LARGE = 40;
/** Bits of a node's kind, as the converter sets them. */
const [SETUP, COMMENT, DIAGRAM] = [4, 8, 16];

export const tree = {
  nodes: null,
  asked: 0,

  /** Shows the node that is shown on the board; lays out the tree where that changes it. */
  async follow(isNew) {
    const isLarge = (factsOf()?.variations ?? 0) > LARGE;
    $("whole-box").hidden = !isLarge || isSecret();
    $("tree").classList.toggle("secret", isSecret());
    tree.folded = isLarge && !$("whole").checked;
    if (isNew || tree.folded) await tree.load();
    tree.inFrame();
  },

  async load() {
    tree.asked += 1;
    const asked = tree.asked;
    const { count, bytes } = await ask("tree", { options: { game: game.number, node: game.shown.node, folded: tree.folded } });
    if (asked !== tree.asked) return;
    const numbers = (index) => new Int32Array(bytes.buffer, bytes.byteOffset + 4 * count * index, count);
    const [id, column, row, parent, folded] = [0, 1, 2, 3, 4].map(numbers);
    tree.nodes = { count, id, column, row, parent, folded, kind: bytes.subarray(20 * count) };
    tree.index();
  },

  /** Sorts nodes by their rows, and edges between rows by the columns of the parents. */
  index() {
    const { count, column, row, parent } = tree.nodes;
    tree.rows = [];
    tree.edges = [];
    tree.columns = 0;
    for (let node = 0; node < count; node += 1) {
      (tree.rows[row[node]] ??= []).push(node);
      tree.columns = Math.max(tree.columns, column[node] + 1);
      const above = parent[node];
      if (above >= 0 && row[above] !== row[node]) (tree.edges[column[above]] ??= []).push(node);
    }
    // From the lowest up, so that one vertical line is enough for all children of a node.
    for (const edges of tree.edges) edges?.sort((one, other) => row[other] - row[one]);
    $("tree-size").style.width = `${(tree.columns + 1) * ACROSS}px`;
    $("tree-size").style.height = `${tree.rows.length * DOWN}px`;
  },

  /** Draws the nodes and edges in sight. */
  draw() {
    if (!tree.nodes) return;
    const { column, row, parent, folded, kind } = tree.nodes;
    const here = tree.here();
    const box = $("tree");
    const [left, top] = [Math.floor(box.scrollLeft / ACROSS), Math.floor(box.scrollTop / DOWN)];
    const right = left + Math.ceil(box.clientWidth / ACROSS) + 1;
    const bottom = Math.min(tree.rows.length - 1, top + Math.ceil(box.clientHeight / DOWN) + 1);
    const x = (node) => (column[node] + 0.5) * ACROSS;
    const y = (at) => (at + 0.5) * DOWN;
    const edges = [];
    const stones = [];
    for (let at = Math.max(0, left - 1); at <= right; at += 1) tree.edgesOf(at, top, bottom, edges, x, y);
    for (let at = top; at <= bottom; at += 1) {
      for (const node of tree.rows[at] ?? []) {
        if (column[node] < left - 1 || column[node] > right + 1) continue;
        const above = parent[node];
        if (above >= 0 && row[above] === row[node]) edges.push(`M${x(above)} ${y(at)}H${x(node)}`);
        stones.push(tree.stone(kind[node], x(node), y(at)));
        if (folded[node] > 0) stones.push(`<text x="${x(node) - 5}" y="${y(at) + DOWN / 2 + 3.5}">+${folded[node]}</text>`);
        if (node === here) stones.push(`<circle class="here" cx="${x(node)}" cy="${y(at)}" r="${STONE + 2.5}"/>`);
      }
    }
    const [width, height] = [(right - left + 1) * ACROSS, (bottom - top + 1) * DOWN];
    const view = $("tree-view");
    view.setAttribute("viewBox", `${left * ACROSS} ${top * DOWN} ${width} ${height}`);
    view.setAttribute("width", width);
    view.setAttribute("height", height);
    view.style.left = `${left * ACROSS}px`;
    view.style.top = `${top * DOWN}px`;
    view.innerHTML = `<path class="edge" d="${edges.join("")}"/>${stones.join("")}`;
  },

  /** Adds the edges that leave a column downwards. */
  edgesOf(at, top, bottom, edges, x, y) {
    const { row, parent } = tree.nodes;
    const done = new Set();
    for (const node of tree.edges[at] ?? []) {
      const above = parent[node];
      if (row[above] > bottom || row[node] < top) continue;
      if (!done.has(above)) {
        done.add(above);
        edges.push(`M${x(above)} ${y(Math.max(row[above], top - 1))}V${y(Math.min(row[node] - 1, bottom + 1))}`);
      }
      if (row[node] <= bottom + 1) edges.push(`M${x(above)} ${y(row[node] - 1)}L${x(node)} ${y(row[node])}`);
    }
  },

  stone(kind, x, y) {
    const color = ["n", "b", "w"][kind & 3];
    const note = kind & COMMENT ? `<circle class="note" cx="${x}" cy="${y}" r="${STONE - 4}"/>` : "";
    if (kind & DIAGRAM) return `<path class="${color}" d="M${x} ${y - STONE - 1}L${x + STONE + 1} ${y}L${x} ${y + STONE + 1}L${x - STONE - 1} ${y}Z"/>${note}`;
    if (kind & SETUP || !(kind & 3)) return `<rect class="${color}" x="${x - STONE + 2}" y="${y - STONE + 2}" width="${2 * STONE - 4}" height="${2 * STONE - 4}"/>${note}`;
    return `<circle class="${color}" cx="${x}" cy="${y}" r="${STONE}"/>${note}`;
  },

  /** Scrolls the current node into sight. */
  reveal() {
    const node = tree.here();
    if (node < 0) return;
    const box = $("tree");
    const [x, y] = [tree.nodes.column[node] * ACROSS, tree.nodes.row[node] * DOWN];
    if (x < box.scrollLeft + ACROSS || x > box.scrollLeft + box.clientWidth - 3 * ACROSS) box.scrollLeft = x - box.clientWidth / 2;
    if (y < box.scrollTop || y > box.scrollTop + box.clientHeight - 2 * DOWN) box.scrollTop = y - box.clientHeight / 2;
  },

  /** Returns the place of the node on the board in the list of nodes, -1 if it is not there. */
  here: () => tree.nodes?.id.indexOf(game.shown?.node) ?? -1,

  /** Returns the node at a place on the screen. */
  at(event) {
    const box = $("tree-size").getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / ACROSS);
    const row = Math.floor((event.clientY - box.top) / DOWN);
    const found = (tree.rows[row] ?? []).find((node) => tree.nodes.column[node] === column);
    return tree.nodes.id[found];
  },
};

tree.inFrame = eachFrame(() => { tree.reveal(); tree.draw(); });
$("tree").addEventListener("scroll", eachFrame(tree.draw));
$("tree").addEventListener("click", (event) => {
  const node = tree.nodes && !isSecret() ? tree.at(event) : undefined;
  if (node !== undefined) go({ node });
});
$("whole").addEventListener("change", () => tree.follow(true));
new ResizeObserver(tree.inFrame).observe($("tree"));
on("shown", (_, isNew) => tree.follow(isNew));
on("unreadable", () => { $("tree-box").hidden = true; });
on("opened", () => { $("tree-box").hidden = false; });
