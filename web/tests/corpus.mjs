// Converts every record by the module and by the program, and compares the bytes: node web/tests/corpus.mjs NPM ISHI SCRATCH
//
// NPM is the folder of the package for Node, ISHI the program, SCRATCH a folder for results. The records are those of
// $ISHI_CORPUS, or ../shared/corpus, and the fixtures.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [npm, ishi, scratch] = process.argv.slice(2).map((path) => resolve(path));
const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const corpus = process.env.ISHI_CORPUS ?? join(repository, "../shared/corpus");

// The package is used as its users do: packed, and installed into an empty folder.
const user = join(scratch, "user");
rmSync(user, { recursive: true, force: true });
mkdirSync(user, { recursive: true });
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", user], { cwd: npm, encoding: "utf8" }).trim();
writeFileSync(join(user, "package.json"), "{}");
execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", `./${packed}`], { cwd: user });
const example = execFileSync("node", ["node_modules/ishi-go/example.mjs"], { cwd: user, encoding: "utf8" });
assert.match(example, /^verified\n\(;FF\[4\][^]*;B\[pd\]\n?;W\[dp\]\)\s+1\n$/);
const { convert, check, read, unpack } = await import(join(user, "node_modules/ishi-go/index.mjs"));

const folders = [join(repository, "tests/fixtures"), corpus].filter(existsSync);
const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name)).filter((path) => statSync(path).isFile()));

assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(join(npm, "ishi.wasm")))), []);

const archive = join(scratch, "first.zip");
execFileSync("python3", ["-m", "zipfile", "-c", archive, join(repository, "examples/first-lesson.go")]);
const { members, broken } = unpack(readFileSync(archive), { name: "first.zip" });
assert.deepEqual([members.map(({ name }) => name), broken], [["first/first-lesson.go"], null]);
assert.equal(convert(members[0].bytes).report.status, "verified");

const folder = (to) => join(scratch, `results-${to}`);

/** Converts all files with the program, in one run. */
function run(to, ...options) {
  rmSync(folder(to), { recursive: true, force: true });
  const { signal } = spawnSync(ishi, ["convert", "-q", "--hidden", "-t", to, "-d", folder(to), ...options, ...folders], { stdio: "ignore" });
  assert.equal(signal, null);
}

/** Returns the result and the status of each file by the program. JSON has no report: its results have the names of those of SGF. */
function byProgram(to, sgf) {
  if (to === "json") {
    run(to);
    const named = (path) => path?.replace(folder("sgf"), folder(to)).replace(/sgf$/, to);
    const found = (path) => (path && existsSync(path) ? path : null);
    return new Map([...sgf].map(([file, { output, status }]) => [file, { output: found(named(output)), status }]));
  }
  const report = `${folder(to)}.json`;
  run(to, "--report", report);
  const { inputs } = JSON.parse(readFileSync(report, "utf8"));
  return new Map(inputs.map(({ input, output, status }) => [resolve(input), { output, status }]));
}

let [same, none, checked] = [0, 0, 0];
let sgf;
for (const to of ["sgf", "ishi", "smartgo", "json"]) {
  const results = byProgram(to, sgf);
  sgf ??= results;
  assert.deepEqual([...results.keys()].sort(), [...files].sort(), "the program has come to each file");
  for (const file of files) {
    const { output: target, status } = results.get(file);
    // In a folder the program passes over texts that only mention keywords.
    if (status === "not-a-record") continue;
    const { report, bytes: ours } = convert(readFileSync(file), { name: basename(file), to });
    if (target) {
      assert(ours && Buffer.from(ours).equals(readFileSync(target)), `${file} to ${to}: ${JSON.stringify(report).slice(0, 500)}`);
      same += 1;
    } else {
      assert.equal(ours, null, `${file} to ${to}: the program fails, the module does not`);
      none += 1;
    }
  }
}
for (const file of files) {
  const [bytes, name] = [readFileSync(file), basename(file)];
  const found = check(bytes, { name });
  if (found.status === undefined) {
    assert.equal(read(bytes, { name }).games.length, found.games, file);
    checked += 1;
  }
}
assert(same >= 300, `only ${same} results were compared`);
console.log(`${files.length} files: ${same} results are the same, ${none} have none in both, ${checked} checked and read`);
console.log("1 passed, 0 failed");
