// The contents of an uploaded file of any format: rows of tables, and files. Reading is lazy and can be repeated.
import type { Readable } from "node:stream";
import type { Json } from "../../value/json";
import { ImportError } from "./importError";

export interface Row {
  /** The number of the row, counted from 1 as the tools for such files do. */
  number: number;
  /** The value of the row. It is JSON, but nobody has checked yet whether it is Convex JSON. */
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
