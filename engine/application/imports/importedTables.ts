// The contents of an uploaded file of any format: rows of tables, and files. Reading is lazy and can be repeated.
import type { Readable } from "node:stream";
import type { Json } from "../../value/json";
import { ImportError } from "./importError";

export interface Row {
  /** Counted from 1, as the tools for such files do. */
  number: number;
  /** Convex JSON as far as it is JSON. It is not checked yet. */
  value: Json;
}

export interface ImportedTable {
  component: string;
  name: string;
  rows: () => AsyncIterable<Row>;
}

export interface ImportedFile {
  component: string;
  storageId: string;
  open: () => Promise<Readable>;
}

export interface ImportedTables {
  tables: readonly ImportedTable[];
  files: readonly ImportedFile[];
  close: () => void;
}

export function parseRow(text: string, what: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new ImportError(`${what} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
