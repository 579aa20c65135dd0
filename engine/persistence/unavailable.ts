// What stands in the way of the database without being anybody's mistake: it passes, and whoever asked may ask again.
// SQLite tells it by numbers; everybody above reads it from here.

export type UnavailableCode = "DiskFull" | "DiskFailure" | "DatabaseLocked" | "SnapshotExpired";

const messages: Record<UnavailableCode, string> = {
  DiskFull: "The disk of the deployment is full. Nothing was written. Make room, then try again.",
  DiskFailure: "The disk of the deployment reported an error. Nothing was written. Try again later.",
  DatabaseLocked:
    "Another process holds the lock of the deployment's database. Nothing was written. Try again shortly.",
  SnapshotExpired: "The state of the database that this read is of was held for too long. Ask again.",
};

/** The message is fit to be shown to anybody. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(
    readonly code: UnavailableCode,
    options?: ErrorOptions,
  ) {
    super(messages[code], options);
  }
}

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
