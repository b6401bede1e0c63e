// What the tests of the page share: files to drop, downloads, and the program that results are compared with.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { wait } from "./chromium.mjs";

export const [html, ishi, shared] = process.argv.slice(2).map((path) => resolve(path));
/** The folder for the files of this test alone: several tests run at a time. */
export const scratch = join(shared, basename(process.argv[1], ".mjs"));
export const fixtures = resolve(dirname(fileURLToPath(import.meta.url)), "../../tests/fixtures");
export const corpus = process.env.ISHI_CORPUS ?? resolve(fixtures, "../../../shared/corpus");
export const shots = join(shared, "screenshots");
mkdirSync(shots, { recursive: true });

/** Returns the code of axe-core, which looks for what hinders people. */
export const axe = () => readFileSync(join(shared, "node_modules/axe-core/axe.min.js"), "utf8");

let passed = 0;
export const test = async (name, body) => {
  await body();
  passed += 1;
  console.log(`ok: ${name}`);
};
export const finish = () => console.log(`${passed} passed, 0 failed`);

/** Waits for a download, takes it away, and returns its bytes. */
export async function downloaded(page, name) {
  const path = join(page.downloads, name);
  await wait(() => existsSync(path) && !existsSync(`${path}.crdownload`), `${name} is downloaded`);
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

export const native = (file, to, ...options) => execFileSync(ishi, ["convert", "-q", "-t", to, "-o", "-", ...options, file],
  { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 30 });

/** Code for the text of an element. */
export const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
/** Code for: all files were converted. */
export const done = "document.querySelector('#working').hidden && document.body.dataset.state === 'files' && !list.timer";
/** Code for: a file is open, and its board is drawn. */
export const opened = (name) => `state.open?.name === ${JSON.stringify(name)} && game.shown !== null && `
  + `document.querySelector('#board svg') !== null && ${done}`;

export function made(name, content) {
  const path = join(scratch, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export const fresh = (name) => {
  const path = join(scratch, name);
  rmSync(path, { recursive: true, force: true });
  return path;
};

export const book = join(fixtures, "draw/poster.go");
// Names in GB18030 under the wrong label, as a program of the nineties wrote them.
export const garbled = made("garbled.sgf", Buffer.concat([
  Buffer.from("(;FF[4]GM[1]SZ[19]CA[ISO-8859-1]PB["), Buffer.from([0xc4, 0xf4, 0xce, 0xc0, 0xc6, 0xbd]),
  Buffer.from("]PW["), Buffer.from([0xc2, 0xed, 0xcf, 0xfe, 0xb4, 0xba]), Buffer.from("]DT[1990-05-03]RE[B+R];B[pd];W[dp])")]));

/** Makes a folder of 300 Smart-Go games. Lossy ones are SGF with words after the game. */
export function games(name, isLossy = () => false) {
  const folder = fresh(name);
  for (let game = 0; game < 300; game += 1) {
    const points = Array.from({ length: 40 }, (_, move) => {
      const place = (move * 37 + game * 11) % 361;
      return `;${"BW"[move % 2]}[${String.fromCharCode(97 + (place % 19), 97 + Math.floor(place / 19))}]`;
    });
    const path = `${name}/${String(1980 + (game % 12))}/game-${game}`;
    if (isLossy(game)) {
      made(`${path}.sgf`, `(;FF[4]GM[1]SZ[19]PB[Anna ${game}]PW[Bert]DT[1990-05-03]${points.join("")})\nSent by mail\n`);
    } else {
      made(`${path}.mgt`, `(;GaMe[1]SiZe[19]PlayerBlack[Anna ${game}]PlayerWhite[Bert]DaTe[1990-05-03]${points.join("")})`);
    }
  }
  return folder;
}
export const folder = games("club");

/** Puts a file into an LHA archive without compressing it (a header of level 0). */
export function stored(path) {
  const content = readFileSync(path);
  const name = Buffer.from(basename(path));
  let crc = 0;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  const header = Buffer.alloc(22 + name.length);
  header.write("-lh0-", 0, "latin1");
  header.writeUInt32LE(content.length, 5);
  header.writeUInt32LE(content.length, 9);
  header.writeUInt32LE(0x14ac6000, 13);
  header[17] = 0x20;
  header[19] = name.length;
  name.copy(header, 20);
  header.writeUInt16LE(crc, 20 + name.length);
  const sum = header.reduce((total, byte) => (total + byte) % 256, 0);
  return Buffer.concat([Buffer.from([header.length, sum]), header, content, Buffer.from([0])]);
}

/** Fails where the page asked for something or reported an error. */
export function quiet(page) {
  const asked = page.events.filter(({ method }) => method === "Network.requestWillBeSent")
    .map(({ params }) => params.request.url).filter((url) => !/^(file|blob|data):/.test(url));
  const errors = page.events.filter(({ method, params }) => method === "Runtime.exceptionThrown"
    || (method === "Log.entryAdded" && params.entry.level === "error"));
  if (asked.length + errors.length > 0) throw new Error(JSON.stringify([asked, errors], null, 1).slice(0, 4000));
}
