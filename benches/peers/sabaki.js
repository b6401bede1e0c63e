// Reads a collection with @sabaki/sgf and writes it: node sabaki.js IN OUT
const fs = require('node:fs');
const sgf = require('@sabaki/sgf');

const trees = sgf.parse(fs.readFileSync(process.argv[2], 'utf8'));
fs.writeFileSync(process.argv[3], sgf.stringify(trees));
