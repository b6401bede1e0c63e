const $ = (id) => document.getElementById(id);
const FORMATS = { ishi: "Ishi", smartgo: "Smart-Go", sgf: "SGF", json: "JSON" };

const number = (count) => count.toLocaleString("en");
const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
/** Writes a message as a sentence. */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]+$/, "")}.`;

/** Makes an element with attributes and children. */
function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Puts texts of a record into one line. Each keeps its direction of writing to itself. */
const apart = (texts) => texts.filter(Boolean).flatMap((text, index) => [...(index > 0 ? [" · "] : []), make("bdi", {}, text)]);

/** Returns a function that runs another one once for each frame at most. */
function eachFrame(task) {
  let awaited = false;
  return () => {
    if (awaited) return;
    awaited = true;
    requestAnimationFrame(() => { awaited = false; task(); });
  };
}

/** Says something about all files. */
function say(text) { $("said").textContent = text; }

// ---- the worker ----------------------------------------------------------------------------------------------------

const worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
const calls = new Map();
let called = 0;

/** Asks the worker for something. */
function ask(what, given = {}) {
  return new Promise((resolve, reject) => {
    called += 1;
    calls.set(called, { resolve, reject });
    worker.postMessage({ what, call: called, ...given });
  });
}

worker.onmessage = ({ data }) => {
  if (data.what === "done") {
    if (data.run === state.run) take(data);
    return;
  }
  const { resolve, reject } = calls.get(data.call);
  calls.delete(data.call);
  if (data.error === undefined) resolve(data.answer);
  else reject(new Error(data.error));
};
worker.onerror = (event) => say(`The converter has stopped: ${event.message}. Load the page again.`);

const ready = ask("load", { module: $("module").textContent.trim() }).then(
  () => { document.documentElement.dataset.ready = "yes"; },
  (error) => say(`The converter could not start: ${error.message}. A browser of 2023 or newer is needed.`),
);
