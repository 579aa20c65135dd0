// SQLite tells of trouble by numbers.
import { DatabaseUnavailable, type UnavailableCode } from "../value/databaseUnavailable";

/** The lowest byte of SQLite's extended result codes: https://www.sqlite.org/rescode.html */
const codes = new Map<number, UnavailableCode>([
  [5, "DatabaseLocked"],
  [10, "DiskFailure"],
  [13, "DiskFull"],
]);

/** What SQLite threw, in our words where it is of this kind, otherwise as it is. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return error;
  const code = codes.get(error.errcode & 0xff);
  return code === undefined ? error : new DatabaseUnavailable(code, { cause: error });
}
