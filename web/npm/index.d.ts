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
  /** The target; `sgf` unless it is given. */
  to?: "ishi" | "smartgo" | "sgf";
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
  status: "verified" | "verified-with-losses" | "failed" | "refused" | "not-a-record";
  /** Why there is no result. */
  message?: string;
  from?: string;
  to?: string;
  encoding?: Encoding | null;
  games?: number;
  nodes?: number;
  moves?: number;
  outcomes?: { native: number; kept: number; adapted: number; lost: number };
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

/**
 * Reads a record to the JSON that `docs/game-record.schema.json` describes; what is no record throws.
 */
export function read(record: Uint8Array | string, options?: ReadOptions): {
  version: number;
  generator: string;
  source?: { format: string; charset: string };
  games: Record<string, unknown>[];
};
