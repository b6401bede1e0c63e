// The files, the worker that converts them, and the news that the parts of the page have for each other.

import { $, say } from "./dom.mjs";

/**
 * The files: an entry for each, { id, name, file, encoding, row }, with a row once it was converted. A file that was changed
 * has its earlier versions as `past`, and the version that was last downloaded as `taken`.
 */
export const state = { files: [], byId: new Map(), added: 0, run: 0, open: null, wanted: false };

export const options = () => ({ to: document.querySelector("[name=to]:checked").value, plain: $("plain").checked });

/** Returns what the worker needs of a file. */
export const given = ({ id, name, file, encoding, inside, why, past }) =>
  ({ id, name, file, encoding, inside, why, edited: (past?.length ?? 0) > 0 });

export const isDone = ({ status }) => ["verified", "verified-with-losses", "unverified"].includes(status);
export const isChanged = ({ past }) => (past?.length ?? 0) > 0;
/** Returns whether a change of a file would vanish with the page. */
export const isUnsaved = (entry) => isChanged(entry) && entry.taken !== entry.file;

// ---- news ----------------------------------------------------------------------------------------------------------

const hearers = new Map();

/** Calls a function at each piece of news of a kind. */
export const on = (kind, hearer) => { hearers.set(kind, [...(hearers.get(kind) ?? []), hearer]); };
export const tell = (kind, ...news) => { for (const hearer of hearers.get(kind) ?? []) hearer(...news); };

// ---- the worker ----------------------------------------------------------------------------------------------------

const worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
const calls = new Map();
let called = 0;

/** Asks the worker for something. */
export function ask(what, more = {}) {
  return new Promise((resolve, reject) => {
    called += 1;
    calls.set(called, { resolve, reject });
    worker.postMessage({ what, call: called, ...more });
  });
}

/** Tells the worker something that has no answer. */
export const order = (what, more = {}) => worker.postMessage({ what, ...more });

worker.onmessage = ({ data }) => {
  if (data.call === undefined) {
    if (data.run === state.run) tell(data.what, data);
    return;
  }
  const { resolve, reject } = calls.get(data.call);
  calls.delete(data.call);
  if (data.error === undefined) resolve(data.answer);
  else reject(new Error(data.error));
};
worker.onerror = (event) => say(`The converter has stopped: ${event.message}. Load the page again.`);

export const ready = ask("load", { module: $("module").textContent.trim() }).then(
  () => { document.documentElement.dataset.ready = "yes"; },
  (error) => say(`The converter could not start: ${error.message}. A browser of 2023 or newer is needed.`),
);
