/** How a record is read. */
export interface ReadOptions {
  /** The name of the file; its ending is a hint of the format. */
  name?: string;
  /** The format; told from the content unless it is given. */
  from?: "auto" | "ishi" | "smartgo" | "sgf";
  /** The charset, like `gb18030`; told from the content unless it is given. */
  encoding?: string | null;
}

/** How a record is converted. */
export interface ConvertOptions extends ReadOptions {
  /** The target; `sgf` unless it is given. What is written as JSON is not read back: its status is `unverified`. */
  to?: "ishi" | "smartgo" | "sgf" | "json";
  /** Whether to leave out private data that the target's own words do not say. */
  plain?: boolean;
  /** Whether a warning, or anything that is not kept, makes the conversion fail. */
  strict?: boolean;
  /** The only game to convert, from 1. */
  game?: number;
}

/** Something wrong or doubtful in a record. */
export interface Diagnostic {
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  help: string | null;
  line: number | null;
  column: number | null;
  bytes: [number, number] | null;
  excerpt: string | null;
  game: number | null;
  node: number | null;
  sgfc: number | null;
}

/** The charset of a record, and why it is this one. */
export interface Encoding {
  label: string;
  why: string;
}

/** What became of a record. */
export interface Report {
  input: string;
  /** `archive` is what `unpack` takes. */
  status: "verified" | "verified-with-losses" | "unverified" | "failed" | "refused" | "not-a-record" | "archive";
  /** Why there is no result. */
  message?: string;
  from?: string;
  to?: string;
  encoding?: Encoding | null;
  games?: number;
  nodes?: number;
  moves?: number;
  /** `damaged` is text that the record had lost before. */
  outcomes?: { native: number; kept: number; adapted: number; lost: number; damaged: number };
  items?: { outcome: string; what: string; game: number; node: number; line: number | null }[];
  diagnostics?: Diagnostic[];
}

/** What a check found. */
export interface Checked {
  input: string;
  status?: "not-a-record";
  message?: string;
  from?: string;
  encoding?: Encoding;
  games?: number;
  nodes?: number;
  moves?: number;
  diagnostics?: Diagnostic[];
}

/** Converts a record, and proves the result; `bytes` is null where there is none. */
export function convert(record: Uint8Array | string, options?: ConvertOptions): { report: Report; bytes: Uint8Array | null };

/** Reports what is wrong or doubtful in a record. */
export function check(record: Uint8Array | string, options?: ReadOptions): Checked;

/** A member of an archive: its path below a folder with the name of the archive, and its bytes, or why it has none. */
export interface Member {
  name: string;
  bytes: Uint8Array | null;
  why: string | null;
}

/** Unpacks an archive (zip, tar, gz, lzh); `broken` says why there is no more in it. What is not an archive throws. */
export function unpack(archive: Uint8Array, options?: { name?: string }): { members: Member[]; broken: string | null };

/**
 * Reads a record to the JSON that `docs/game-record.schema.json` describes; what is not a record throws.
 */
export function read(record: Uint8Array | string, options?: ReadOptions): {
  version: number;
  generator: string;
  source?: { format: string; charset: string };
  games: Record<string, unknown>[];
};
