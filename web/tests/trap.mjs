// A trap of the module is the failure of one record: node web/tests/trap.mjs PACKAGE
//
// In WebAssembly a panic is a trap, which leaves the memory in an unknown state, so the next record gets a fresh module.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
/** A module with one function `f`, which traps. */
const trap = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
]);
const { f } = new WebAssembly.Instance(new WebAssembly.Module(trap)).exports;

const { instantiate } = WebAssembly;
let planted = 0;
// The first module traps in each function about a record. Those after it are as they were built.
WebAssembly.instantiate = async (...given) => {
  const { exports } = await instantiate(...given);
  const traps = () => { planted += 1; f(); };
  const names = Object.keys(exports).filter((name) => /^ishi_(?!allocate|free)/.test(name));
  return { exports: { ...exports, ...Object.fromEntries(names.map((name) => [name, traps])) } };
};

const { load } = await import(pathToFileURL(join(folder, "load.mjs")));
const record = new TextEncoder().encode("(;FF[4]GM[1]SZ[9];B[cg])");
for (const task of ["convert", "check", "read", "open", "mend", "unpack"]) {
  const ishi = await load(readFileSync(join(folder, "ishi.wasm")));
  assert.throws(() => ishi[task](record), /gave up on this file/, task);
  const { report } = ishi.convert(record, { name: "next.sgf", to: "ishi" });
  assert.equal(report.status, "verified", task);
}
assert.equal(planted, 6);
console.log("ok  a trap costs one record");
