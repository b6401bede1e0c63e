// A link with a game in it: `#g=` and the record, packed by gzip, in the letters of base64url; then the place in it.

import { $ } from "./dom.mjs";
import { addText } from "./files.mjs";
import { doing, game, go } from "./game.mjs";
import { ask, given, on, options } from "./state.mjs";

/** The longest link that programs pass on, in characters. */
const LONGEST = 30_000;
/** From a disk a link would name a file that nobody else has. */
const isServed = /^https?:$/.test(location.protocol);

const through = (blob, stream) => new Response(blob.stream().pipeThrough(stream));

async function pack(blob) {
  const bytes = new Uint8Array(await through(blob, new CompressionStream("gzip")).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  return through(new Blob([bytes]), new DecompressionStream("gzip")).text();
}

$("copy-link").hidden = !isServed;
$("copy-link").addEventListener("click", () => doing(async (entry) => {
  const { blob } = await ask("other", { file: given(entry), options: { ...options(), to: "sgf" } });
  const packed = await pack(blob);
  if (packed.length > LONGEST) throw new Error("this record is too large for a link; download it, and send the file");
  const at = new URLSearchParams({ game: game.number, at: game.shown.address });
  await navigator.clipboard.writeText(`${location.href.split("#")[0]}#g=${packed}&${at}`);
  return "The link is copied.";
}));

/** Opens the game of a link that was followed. */
async function follow() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!isServed || !given.has("g")) return;
  try {
    wanted = { game: Number(given.get("game")) || 1, at: given.get("at") ?? "start" };
    addText(await unpack(given.get("g")), "linked.sgf");
  } catch {
    $("said").textContent = "The game in this link is damaged: copy the whole link.";
  }
}

/** The place that a link names, until its game is open. */
let wanted = null;
on("shown", () => {
  const where = wanted;
  wanted = null;
  if (where) go(where);
});
addEventListener("hashchange", follow);
follow();
