// Converts and checks Go game records in Node.

import { readFile } from "node:fs/promises";
import { load } from "./load.mjs";

const ishi = await load(await readFile(new URL("ishi.wasm", import.meta.url)));

const bytesOf = (record) => (typeof record === "string" ? new TextEncoder().encode(record) : record);

/** Converts a record, and proves the result. */
export const convert = (record, options) => ishi.convert(bytesOf(record), options);

/** Reports what is wrong or doubtful in a record. */
export const check = (record, options) => ishi.check(bytesOf(record), options);

/** Unpacks an archive. */
export const unpack = (archive, options) => ishi.unpack(archive, options);

/** Reads a record to JSON. */
export const read = (record, options) => ishi.read(bytesOf(record), options);
