// Taking it home: downloads, pictures, print, and links.

import { $, make, say } from "./dom.mjs";
import { doing, game } from "./game.mjs";
import { ask, given, options, state } from "./state.mjs";

function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name.split("/").pop() });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Notes that the changes of files are on the disk. */
function taken(entries) {
  for (const entry of entries) entry.taken = entry.file;
}

$("download").addEventListener("click", () => doing(async (entry) => {
  const { blob, name } = await ask("result", { id: entry.id });
  save(blob, name);
  taken([entry]);
}));
$("copy").addEventListener("click", () => doing(async (entry) => {
  const { blob } = await ask("other", { file: given(entry), options: { ...options(), to: "sgf" } });
  await navigator.clipboard.writeText(await blob.text());
  return "Copied.";
}));

/** Returns the name of a file for the board that is shown. */
function pictureName(ending) {
  const stem = state.open.name.split("/").pop().replace(/\.[^.]*$/, "");
  const { shown } = game;
  const where = shown.drawn_as_diagram ? `diagram-${shown.diagram}` : `move-${shown.number ?? 0}`;
  return `${stem}-${where}.${ending}`;
}

/** How many pixels the longer side of a saved picture has. */
const PIXELS = 1600;

async function painted(svg) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const scale = PIXELS / Math.max(picture.width, picture.height);
  const canvas = make("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

for (const button of document.querySelectorAll("[data-picture]")) {
  button.addEventListener("click", () => doing(async () => {
    const { svg, why_no_drawing: why } = game.shown ?? {};
    if (!svg) throw new Error(why ?? "there is no board to save");
    const ending = button.dataset.picture;
    const blob = ending === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await painted(svg);
    save(blob, pictureName(ending));
  }));
}

/** Prints a sheet of the open game, or of all games of the file. */
const print = (games) => doing(async () => {
  $("sheet").innerHTML = await ask("sheet", { options: { moves: Number($("moves").value), ...games } });
  document.body.classList.add("sheet-ready");
  window.print();
});
$("print").addEventListener("click", () => print({ game: game.number }));
$("print-all").addEventListener("click", () => print({}));
addEventListener("afterprint", () => {
  document.body.classList.remove("sheet-ready");
  $("sheet").replaceChildren();
});

$("zip").addEventListener("click", async () => {
  try {
    const entries = state.files.filter(({ row }) => row);
    save(await ask("archive", { ids: entries.map(({ id }) => id), template: $("report").textContent.trim() }), "records.zip");
    taken(entries);
  } catch (error) {
    say(`The archive could not be made: ${error.message}.`);
  }
});
