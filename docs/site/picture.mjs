// Makes docs/page.webp and docs/sheet.webp, the pictures of the page and of a printed game:
//   node --experimental-websocket docs/site/picture.mjs
//
// Needs target/web/ishi.html (web/build makes it), Debian's chromium, and a font with Chinese letters.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open } from "../../web/tests/chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "ishi-picture-"));
const disk = join(scratch, "disk");
mkdirSync(disk);
copyFileSync(join(root, "examples/first-lesson.go"), join(disk, "first-lesson.go"));
writeFileSync(join(disk, "broken.sgf"), "(;GM[1]SZ[19]PB[Berta [4k]]PW[Carl];B[pd];W[dp");
// The names of the guide "The names are garbled", in GB18030.
writeFileSync(join(disk, "garbled.sgf"), Buffer.from("(;GM[1]SZ[19]PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xB2\xDC\xDE\xB9\xEE\xE7];B[pd];W[dp])", "latin1"));

const page = await open(pathToFileURL(join(root, "target/web/ishi.html")).href, { width: 1240, height: 700 });
await page.drop([disk]);
const lesson = "[...document.querySelectorAll('#list .file')].find((row) => row.textContent.includes('first-lesson.go'))";
await page.until(`document.querySelectorAll('#list .file').length === 3 && ${lesson} !== undefined`, "the files are listed");
await page.until("document.querySelector('#working').hidden && !document.querySelector('#rows').textContent.includes('waiting')", "the files are converted");
await page.run(`${lesson}.click()`);
await page.until("document.querySelector('#where').textContent === 'Start' && document.querySelector('.plate .name').textContent === 'Anna Berg'", "the game is open");
for (let presses = 0; presses < 4; presses += 1) await page.key("ArrowRight");
await page.until("document.querySelector('#where').textContent.startsWith('Move 4')", "move 4 is shown");
const shoot = async (name) => {
  const { data } = await page.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  writeFileSync(join(root, "docs", name), Buffer.from(data, "base64"));
};
await shoot("page.webp");
await page.run("window.print = () => {}; document.querySelector('#sheet').style.padding = '20px'; document.querySelector('#print').click()");
await page.until("document.body.classList.contains('sheet-ready')", "the sheet is ready");
await page.look({ width: 800, height: 660 }, false);
await page.send("Emulation.setEmulatedMedia", { media: "print" });
await shoot("sheet.webp");
await page.close();
rmSync(scratch, { recursive: true });
