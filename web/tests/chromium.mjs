// Drives Debian's Chromium over its debugging protocol: one page, its events, its picture.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long a page may take to do something, in milliseconds. */
const PATIENCE = 60_000;

/** How often it is looked whether it has done it, in milliseconds. */
const PAUSE = 20;

/** Waits until a condition holds. */
export async function wait(holds, what) {
  for (const start = Date.now(); !(await holds()); await new Promise((resolve) => { setTimeout(resolve, PAUSE); })) {
    if (Date.now() - start > PATIENCE) throw new Error(`waited in vain: ${what}`);
  }
}

/** What the page says when it can be used. */
const READY = "document.documentElement?.dataset.ready === 'yes'";

export async function open(url, { width = 1280, height = 900, dark = false, ready = READY } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "ishi-chromium-"));
  const downloads = join(profile, "downloads");
  const child = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
    `--user-data-dir=${profile}`, `--window-size=${width},${height}`, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (piece) => {
      said += piece;
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    child.on("exit", () => reject(new Error(`chromium ended: ${said}`)));
  });
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject; });

  const waiting = new Map();
  const events = [];
  let count = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) { events.push(message); return; }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) reject(new Error(`${message.error.message} ${message.error.data ?? ""}`));
    else resolve(message.result);
  };
  let sessionId;
  const send = (method, params = {}) => new Promise((resolve, reject) => {
    count += 1;
    waiting.set(count, { resolve, reject });
    socket.send(JSON.stringify({ id: count, method, params, sessionId }));
  });

  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  await send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads, eventsEnabled: true });
  ({ sessionId } = await send("Target.attachToTarget", { targetId, flatten: true }));
  for (const domain of ["Page", "Runtime", "Network", "Log"]) await send(`${domain}.enable`);

  const page = { send, events, downloads };
  process.on("exit", () => child.kill());
  process.on("SIGTERM", () => process.exit(1));
  page.look = async (name, value) => {
    await send("Emulation.setDeviceMetricsOverride", { ...name, deviceScaleFactor: 1, mobile: name.width < 600 });
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: value ? "dark" : "light" }] });
  };
  /** Runs code in the page; what the page shows of itself, `ishi`, is in its scope. */
  page.run = async (code) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate",
      { expression: `with (globalThis.ishi ?? {}) {\n${code}\n}`, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  page.until = (code, what = code) => wait(() => page.run(code).catch((error) => {
    if (!error.message.includes("navigated or closed")) throw error;
    return false;
  }), what);
  /** Drops files and folders on the page, as a file manager does. */
  page.drop = async (paths) => {
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    const at = await page.run("(() => { const zone = document.querySelector('#drop'); zone.scrollIntoView(); "
      + "const box = zone.getBoundingClientRect(); "
      + "return { x: box.left + 20, y: box.top + 10 }; })()");
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await send("Input.dispatchDragEvent", { type, ...at, data });
    }
  };
  page.key = async (key, modifiers = 0) => {
    const text = key === "Enter" ? "\r" : undefined;
    for (const type of ["keyDown", "keyUp"]) {
      await send("Input.dispatchKeyEvent", { type, key, code: key, text, modifiers, windowsVirtualKeyCode: KEYS[key] ?? 0 });
    }
  };
  /** Presses a key that opens the chooser of files, and chooses some. */
  page.choose = async (key, files) => {
    await send("Page.setInterceptFileChooserDialog", { enabled: true });
    const before = events.length;
    await page.key(key);
    const chooser = () => events.slice(before).find(({ method }) => method === "Page.fileChooserOpened");
    await wait(chooser, "files are asked for");
    await send("DOM.setFileInputFiles", { files, backendNodeId: chooser().params.backendNodeId });
    await send("Page.setInterceptFileChooserDialog", { enabled: false });
  };
  page.type = (text) => send("Input.insertText", { text });
  /** Goes on with the tabulator key until an element has the focus, as a person without a mouse does. */
  page.focus = async (selector) => {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await page.run(`document.activeElement === document.querySelector(${JSON.stringify(selector)})`)) return;
      await page.key("Tab");
    }
    throw new Error(`the tabulator key does not reach ${selector}`);
  };
  /** Waits until the page is drawn as it is now: a click goes to the element that is seen there. */
  page.drawn = () => page.run("new Promise((done) => { requestAnimationFrame(() => { requestAnimationFrame(done); }); })");
  const middle = async (selector, part) => {
    await page.drawn();
    return page.run(`(() => { const element = document.querySelector(${JSON.stringify(selector)}); `
      + "element.scrollIntoView({ block: 'nearest' }); const box = element.getBoundingClientRect(); "
      + `return { x: box.left + box.width * ${part}, y: box.top + box.height / 2 }; })()`);
  };
  /** Clicks at a place. */
  page.press = async (at) => {
    for (const type of ["mousePressed", "mouseReleased"]) {
      await send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
    }
  };
  /** Clicks on the middle of an element. */
  page.click = async (selector, part = 0.5) => page.press(await middle(selector, part));
  /** Touches the middle of an element. */
  page.tap = async (selector) => {
    const at = await middle(selector, 0.5);
    await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  /** Starts to watch the tasks of the page's own thread. */
  page.watch = async () => {
    page.traced = events.length;
    await send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel"] } });
  };
  /**
   * Ends the watch. Returns the milliseconds of the longest task by the clock, and of the longest one by the processor, which
   * are the same on an idle machine: other programs make the clock run on.
   */
  page.longest = async () => {
    await send("Tracing.end");
    const traced = () => events.slice(page.traced);
    await wait(() => traced().some(({ method }) => method === "Tracing.tracingComplete"), "the trace ends");
    const all = traced().filter(({ method }) => method === "Tracing.dataCollected").flatMap(({ params }) => params.value);
    const threads = new Set(all.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = all.filter(({ name, pid, tid }) => name.endsWith("RunTask") && threads.has(`${pid} ${tid}`));
    if (tasks.length === 0) throw new Error("the trace has no task");
    const most = (key) => tasks.reduce((longest, task) => Math.max(longest, task[key] ?? 0), 0) / 1000;
    return { clock: most("dur"), processor: most("tdur") };
  };
  page.shoot = async (path, whole = true) => {
    // The picture has no scroll bar, which the layout has.
    const { cssContentSize } = await send("Page.getLayoutMetrics");
    const clip = { x: 0, y: 0, width: await page.run("innerWidth"), height: Math.min(cssContentSize.height, 4000), scale: 1 };
    const { data } = await send("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole, ...(whole ? { clip } : {}) });
    writeFileSync(path, Buffer.from(data, "base64"));
  };
  page.close = async () => {
    child.removeAllListeners("exit");
    const ended = new Promise((resolve) => { child.on("exit", resolve); });
    child.kill();
    await ended;
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    } catch (error) {
      // On a busy machine a helper of Chromium can still write into it.
      console.log(`left ${profile}: ${error.message}`);
    }
  };
  await page.look({ width, height }, dark);
  await send("Page.navigate", { url });
  await page.until(ready, "the page is ready");
  return page;
}

/** The modifier Control, as the protocol numbers it. */
export const CONTROL = 2;

const KEYS = { a: 65, z: 90, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, End: 35, Home: 36, Tab: 9, Enter: 13 };
