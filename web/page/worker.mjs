// Works for the page: converts file after file, keeps the results, opens and draws records.

import { fold } from "./fold.mjs";
import { load } from "./ishi.mjs";
import { reportPage } from "./report.mjs";
import { zip } from "./zip.mjs";

/** How long results are gathered before the page hears of them, in milliseconds. */
const PACE = 80;

/** The largest file that is looked through for fixes unasked, in bytes. */
const CHECKED = 200_000;

let ishi = null;
/** By the number of the file: the file, the result, and its entry of the report. */
const results = new Map();

function unpack(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
}

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());

/** Returns what the list shows of a report; the page asks for the whole one when it opens the file. */
function rowOf(report) {
  const count = (severity) => (report.diagnostics ?? []).filter((found) => found.severity === severity).length;
  const games = (report.rows ?? []).map(([title, [date, result, event, place], comments]) =>
    ({ title, date, result, event, text: fold([title, date, result, event, place, report.encoding?.label, comments].filter(Boolean).join(" ")) }));
  delete report.rows;
  return {
    status: report.status, from: report.from, games, why: report.message, errors: count("error"), warnings: count("warning"),
    lost: report.edited ? 0 : report.outcomes?.lost ?? 0,
  };
}

const refusal = (name, status, message) => ({ input: name, status, message, diagnostics: [] });

const read = ({ name, encoding }) => ({ name, encoding: encoding ?? null });

/** The findings about a charset that other programs would not read as it was read here. */
const GUESSED = ["E001", "E002", "E004"];

/** Converts a record. One that was edited keeps its text if the format stays and other programs can read its letters. */
function convertBytes(file, content, options) {
  const { report, bytes } = ishi.convert(content, { ...options, ...read(file), rows: true });
  const isGuessed = file.encoding || (report.to === "sgf" && report.diagnostics?.some(({ code }) => GUESSED.includes(code)));
  const keeps = file.edited && bytes && report.from === report.to && !options.plain && !isGuessed;
  return keeps ? { report: { ...report, edited: true }, bytes: content } : { report, bytes };
}

async function convertOne(given, options) {
  const { id, name, inside } = given;
  let report;
  let bytes = null;
  try {
    if (given.why) throw new Error(given.why);
    const content = await bytesOf(given.file);
    ({ report, bytes } = convertBytes(given, content, options));
    if (report.status === "archive") {
      if (!inside) return unpackOne(id, name, content);
      report = refusal(name, "not-a-record", "it is an archive in an archive, not opened");
    }
  } catch (error) {
    report = refusal(name, "failed", error.message);
  }
  results.set(id, { given, bytes, report });
  return { id, row: rowOf(report) };
}

/** Returns the members of an archive; with a report if the archive is broken after them. */
function unpackOne(id, name, content) {
  const { members, broken } = ishi.unpack(content, { name });
  let report;
  if (broken) report = refusal(name, "failed", `the archive is broken: ${broken}`);
  else if (members.length === 0) report = refusal(name, "not-a-record", "it is an archive without files");
  if (report) results.set(id, { bytes: null, report });
  return {
    id,
    row: report && rowOf(report),
    members: members.map((member, index) => ({
      id: `${id}/${index}`, name: member.name, file: new Blob([member.bytes ?? ""]), encoding: null, inside: true, why: member.why,
    })),
  };
}

/** The files of the latest run: those that were given, how many of them are done, and members of archives that come first. */
const queue = { run: -1, files: [], at: 0, members: [], options: {}, end: false, busy: false, started: 0, seconds: 0 };

/** Takes more files of a run; a new run ends the one before it. */
function enqueue({ run, files, options, end }) {
  if (run !== queue.run) Object.assign(queue, { run, files: [], at: 0, members: [], options, started: performance.now() });
  for (const file of files) queue.files.push(file);
  queue.end = end;
  if (!queue.busy) convertAll();
}

async function convertAll() {
  queue.busy = true;
  let { run } = queue;
  let done = [];
  let told = performance.now();
  for (;;) {
    if (run !== queue.run) [run, done] = [queue.run, []];
    const file = queue.members.pop() ?? queue.files[queue.at];
    if (!file) break;
    if (file === queue.files[queue.at]) queue.at += 1;
    const outcome = await convertOne(file, queue.options);
    if (run !== queue.run) continue;
    queue.members.push(...(outcome.members ?? []).toReversed());
    done.push(outcome);
    if (performance.now() - told > PACE) {
      postMessage({ what: "done", run, done });
      await aPause();
      done = [];
      told = performance.now();
    }
  }
  queue.busy = false;
  queue.seconds = (performance.now() - queue.started) / 1000;
  postMessage({ what: "done", run, done, end: queue.end });
  if (queue.end) await lookForFixes(run);
}

/** Lets a message of the page in: to cancel, or to draw a record meanwhile. */
const aPause = () => new Promise((resolve) => { setTimeout(resolve); });

/** Counts what can be mended in the files of a run, after all are converted. A file that fails says so, and the next one comes. */
async function lookForFixes(run) {
  let told = performance.now();
  let found = [];
  for (const [id, result] of results) {
    if (run !== queue.run) return;
    if (result.fixes === undefined && result.bytes && result.given.file.size <= CHECKED) {
      result.fixes = 0;
      try {
        result.fixes = ishi.mend(await bytesOf(result.given.file), read(result.given)).answer.count;
      } catch (error) {
        postMessage({ what: "unchecked", run, name: result.given.name, why: error.message });
      }
      if (result.fixes > 0) found.push([id, result.fixes]);
    }
    if (performance.now() - told > PACE) {
      postMessage({ what: "fixes", run, found });
      await aPause();
      found = [];
      told = performance.now();
    }
  }
  postMessage({ what: "fixes", run, found });
}

/** Makes all fixes that are certain in some files: the changed files, and their changes. */
async function mendAll(ids) {
  const mended = [];
  for (const id of ids) {
    const { given } = results.get(id);
    const { answer, bytes } = ishi.mend(await bytesOf(given.file), read(given));
    if (answer.count > 0) mended.push({ id, blob: new Blob([bytes]), ...answer });
  }
  return mended;
}

/** Stops the run. */
const stop = () => Object.assign(queue, { run: -1, files: [], at: 0, members: [] });

/** Returns the path of a result: that of its source with the target's ending, which no other file has. */
function resultName(name, ending, taken) {
  const stem = name.replace(/\.[^./]*$/, "");
  const old = name.slice(stem.length);
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? `${stem}.${ending}` : `${stem}${old}${count > 2 ? `-${count}` : ""}.${ending}`;
    if (!taken.has(path.toLowerCase())) {
      taken.add(path.toLowerCase());
      return path;
    }
  }
}

async function archive(ids, template) {
  const taken = new Set(["report.json", "report.html"]);
  const files = [];
  const inputs = [];
  for (const id of ids) {
    const { bytes, report } = results.get(id) ?? {};
    if (!report) continue;
    const output = bytes && resultName(report.input, report.ending, taken);
    if (bytes) files.push([output, bytes]);
    inputs.push({ ...report, output });
  }
  const count = (...words) => inputs.filter((input) => words.includes(input.status)).length;
  const report = {
    tool: "ishi",
    version: VERSION,
    inputs,
    summary: {
      inputs: inputs.length,
      verified: count("verified"),
      verified_with_losses: count("verified-with-losses"),
      unverified: count("unverified"),
      failed: count("failed"),
      refused: count("refused"),
      not_a_record: count("not-a-record"),
    },
  };
  const page = reportPage(await unpack(template).text(), report, queue.seconds);
  const texts = { "report.html": page, "report.json": `${JSON.stringify(report, null, 1)}\n` };
  for (const [name, text] of Object.entries(texts)) files.push([name, new TextEncoder().encode(text)]);
  return new Blob(zip(files), { type: "application/zip" });
}

/** Returns the changes of a record, and the changed record. */
const changed = ({ answer, bytes }) => ({ ...answer, blob: new Blob([bytes]) });

/** The file of the open record. */
let opened = null;

async function open(file) {
  opened = file;
  return ishi.open(await bytesOf(file.file), read(file));
}

/** Does something with the open record. It is opened again if the module was started anew, because another file had ended it. */
async function withOpen(task) {
  try {
    return task();
  } catch (error) {
    if (error.message !== "no record is open" || !opened) throw error;
    await open(opened);
    return task();
  }
}

const TASKS = {
  load: async ({ module }) => { ishi = await load(await unpack(module).arrayBuffer()); },
  open: async ({ file }) => open(file),
  show: async ({ options }) => withOpen(() => ishi.show(options)),
  tree: async ({ options }) => withOpen(() => ishi.tree(options)),
  sheet: async ({ options }) => withOpen(() => ishi.sheet(options)),
  texts: async ({ options }) => withOpen(() => ishi.texts(options)),
  edit: async ({ file, options }) => changed(ishi.edit(await bytesOf(file.file), { ...options, ...read(file) })),
  mend: async ({ file, options }) => changed(ishi.mend(await bytesOf(file.file), { ...options, ...read(file) })),
  mendAll: async ({ ids }) => mendAll(ids),
  check: async ({ file }) => {
    const content = await bytesOf(file.file);
    const found = ishi.check(content, read(file)).diagnostics ?? [];
    return { found, fixes: ishi.mend(content, { guesses: true, ...read(file) }).answer };
  },
  report: async ({ id }) => results.get(id).report,
  one: async ({ file, options }) => {
    const one = await convertOne(file, options);
    if (results.get(file.id).bytes) one.row.fixes = ishi.mend(await bytesOf(file.file), read(file)).answer.count;
    return one;
  },
  other: async ({ file, options }) => {
    const { report, bytes } = convertBytes(file, await bytesOf(file.file), options);
    if (!bytes) throw new Error(report.message);
    return { blob: new Blob([bytes]), name: resultName(report.input, report.ending, new Set()) };
  },
  result: async ({ id }) => {
    const { bytes, report } = results.get(id);
    return { blob: new Blob([bytes]), name: resultName(report.input, report.ending, new Set()) };
  },
  archive: async ({ ids, template }) => archive(ids, template),
};

onmessage = async ({ data }) => {
  if (data.what === "convert") {
    enqueue(data);
  } else if (data.what === "cancel") {
    stop();
  } else if (data.what === "forget") {
    results.clear();
  } else {
    try {
      const answer = await TASKS[data.what](data);
      postMessage({ what: "answer", call: data.call, answer }, answer?.bytes?.buffer ? [answer.bytes.buffer] : []);
    } catch (error) {
      postMessage({ what: "answer", call: data.call, error: error.message });
    }
  }
};
