// Saves SGF files again with @sabaki/sgf: `resave.mjs FOLDER`, with the package below FOLDER.
//
// Each line of the standard input is `PATH` or `PATH<tab>NAME`; with a name it becomes PB of the first game. Each answer is one line: `done`,
// or why the file was not saved.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";

const sgf = createRequire(`${resolve(process.argv[2])}/`)("@sabaki/sgf");

for await (const line of createInterface({ input: process.stdin })) {
  const [path, name] = line.split("\t");
  try {
    const games = sgf.parse(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
    if (name) games[0].data.PB = [name];
    writeFileSync(path, sgf.stringify(games));
    console.log("done");
  } catch (error) {
    console.log(String(error.message).split("\n")[0]);
  }
}
