// Elements of the page, and words for people.

export const $ = (id) => document.getElementById(id);
export const FORMATS = { ishi: "Ishi", smartgo: "Smart-Go", sgf: "SGF", json: "JSON" };

export const number = (count) => count.toLocaleString("en");
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
/** Compares names, with game-9 before game-10. */
export const collator = new Intl.Collator("en", { numeric: true });
/** Writes a message as a sentence. */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]+$/, "")}.`;

/** Makes an element with attributes and children. */
export function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Puts texts of a record into one line. Each keeps its direction of writing to itself. */
export const apart = (texts) => texts.filter(Boolean).flatMap((text, index) => [...(index > 0 ? [" · "] : []), make("bdi", {}, text)]);

/** Returns a text with its addresses as links: `see https://gogameguru.com/`. */
export const linked = (text) => text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/).map((part, index) => (index % 2 === 0 ? part
  : make("a", { href: part, target: "_blank", rel: "noreferrer" }, part)));

/** Returns a function that runs another one once for each frame at most. */
export function eachFrame(task) {
  let awaited = false;
  return () => {
    if (awaited) return;
    awaited = true;
    requestAnimationFrame(() => { awaited = false; task(); });
  };
}

/** Says something about all files; quietly if the screen shows it already. */
export function say(text, isQuiet = false) {
  $("said").textContent = text;
  $("said").classList.toggle("hidden", isQuiet);
}
