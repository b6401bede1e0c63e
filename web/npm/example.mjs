// Converts a record and prints it: node example.mjs

import { convert, read } from "ishi-go";

const { report, bytes } = convert("EVENT\nBLACK Shusaku\nB 1 Q16\nW 2 D4\n", { to: "sgf" });
console.log(report.status);
console.log(new TextDecoder().decode(bytes));
console.log(read(bytes).games.length);
