// Calls the WebAssembly module: memory, options and answers. The page and the package for Node share it.

/**
 * Makes the functions of a module.
 *
 * @param {BufferSource | WebAssembly.Module} source the module, compiled or as bytes
 */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  let wasm = (await WebAssembly.instantiate(module)).exports;

  function put(bytes) {
    if (bytes.length === 0) return 0;
    const at = wasm.ishi_allocate(bytes.length) >>> 0;
    if (at === 0) throw new Error("there is not enough memory for this file");
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  function call(name, options, record) {
    const given = [new TextEncoder().encode(JSON.stringify(options)), ...(record ? [record] : [])];
    try {
      const places = given.map((bytes) => [put(bytes), bytes.length]);
      const at = wasm[name](...places.flat()) >>> 0;
      for (const [start, size] of places) wasm.ishi_free(start, size);
      if (at === 0) throw new Error("there is not enough memory for this file");
      const sizes = new DataView(wasm.memory.buffer, at, 8);
      const [json, result] = [sizes.getUint32(0, true), sizes.getUint32(4, true)];
      const text = new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at + 8, json));
      const bytes = new Uint8Array(wasm.memory.buffer, at + 8 + json, result).slice();
      wasm.ishi_free(at, 8 + json + result);
      const answer = JSON.parse(text);
      if (answer.error !== undefined) throw new Error(answer.error);
      return { answer, bytes };
    } catch (error) {
      // The memory is in an unknown state after a failure inside.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        wasm = new WebAssembly.Instance(module).exports;
        throw new Error("the converter gave up on this file, which may be too large for it");
      }
      throw error;
    }
  }

  return {
    /** Converts a record: the entry of a report, and the bytes of the result. */
    convert(record, options = {}) {
      const { answer, bytes } = call("ishi_convert", options, record);
      const failed = ["failed", "refused", "not-a-record", "archive"].includes(answer.status);
      return { report: answer, bytes: failed ? null : bytes };
    },
    /** Checks a record. */
    check: (record, options = {}) => call("ishi_check", options, record).answer,
    /** Reads a record to the JSON of the library. */
    read: (record, options = {}) => JSON.parse(new TextDecoder().decode(call("ishi_read", options, record).bytes)),
    /** Unpacks an archive: its members, each with its bytes or why it has none, and what is broken in it. */
    unpack(archive, options = {}) {
      const { answer, bytes } = call("ishi_unpack", options, archive);
      let at = 0;
      const members = answer.members.map(({ name, size, why }) => {
        at += size;
        return { name, bytes: why === null ? bytes.subarray(at - size, at) : null, why };
      });
      return { members, broken: answer.broken };
    },
    /** Sets texts of a game: the changes, and the bytes of the changed record. */
    edit: (record, options = {}) => call("ishi_edit", options, record),
    /** Makes fixes of findings: the changes, and the bytes of the changed record. */
    mend: (record, options = {}) => call("ishi_mend", options, record),
    /** Opens a record for `show`, and lists its games. */
    open: (record, options = {}) => call("ishi_open", options, record).answer,
    /** Draws a node of the open record. */
    show: (options = {}) => call("ishi_show", options).answer,
    /** Lays out the tree of a game of the open record: how many nodes it has, and their places as numbers. */
    tree(options = {}) {
      const { answer, bytes } = call("ishi_tree", options);
      return { count: answer.nodes, bytes };
    },
    /** Tells the texts of a game and of a node of the open record, which `edit` sets. */
    texts: (options = {}) => call("ishi_texts", options).answer,
    /** Writes games of the open record as a page to print. */
    sheet: (options = {}) => new TextDecoder().decode(call("ishi_sheet", options).bytes),
  };
}
