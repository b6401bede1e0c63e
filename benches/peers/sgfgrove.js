// Reads a collection with sgfgrove and writes it: node sgfgrove.js IN OUT
const fs = require('node:fs');
const SGFGrove = require('sgfgrove');

const collection = SGFGrove.parse(fs.readFileSync(process.argv[2], 'utf8'));
fs.writeFileSync(process.argv[3], SGFGrove.stringify(collection));
