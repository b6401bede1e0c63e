// Writes a zip archive (APPNOTE 6.3, without compression), as a list of parts for a Blob.

const TABLE = new Uint32Array(256).map((_, number) => {
  for (let bit = 0; bit < 8; bit += 1) number = number & 1 ? (number >>> 1) ^ 0xedb88320 : number >>> 1;
  return number;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns numbers as bytes; each is [value, how many bytes]. */
function numbers(...fields) {
  const bytes = [];
  for (const [value, size] of fields) {
    for (let at = 0; at < size; at += 1) bytes.push(Math.floor(value / 2 ** (8 * at)) % 256);
  }
  return new Uint8Array(bytes);
}

/** Puts files, each [name, bytes], into an archive. */
export function zip(files, when = new Date()) {
  if (files.length > 0xffff) throw new Error("a zip archive holds at most 65,535 files");
  const time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1);
  const date = ((when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(path);
    const crc = crc32(bytes);
    // Version 2.0, names in UTF-8, stored.
    const common = [[20, 2], [0x800, 2], [0, 2], [time, 2], [date, 2], [crc, 4], [bytes.length, 4], [bytes.length, 4],
      [name.length, 2], [0, 2]];
    parts.push(numbers([0x04034b50, 4], ...common), name, bytes);
    directory.push(numbers([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), name);
    offset += 30 + name.length + bytes.length;
    if (offset > 0xffffffff) throw new Error("a zip archive holds at most 4 GB");
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4],
    [0, 2]);
  return [...parts, ...directory, end];
}
