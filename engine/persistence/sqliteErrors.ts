// Translates the error numbers of SQLite.
import { DatabaseUnavailable, type UnavailableCode } from "../value/databaseUnavailable";

/** The codes are the lowest byte of SQLite's extended result codes: https://www.sqlite.org/rescode.html */
const codes = new Map<number, UnavailableCode>([
  [5, "DatabaseLocked"],
  [10, "DiskFailure"],
  [13, "DiskFull"],
]);

/** Returns a DatabaseUnavailable for the errors of SQLite that pass, and any other error unchanged. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return error;
  const code = codes.get(error.errcode & 0xff);
  return code === undefined ? error : new DatabaseUnavailable(code, { cause: error });
}
