// What stands in the way of the database without being anybody's mistake: it passes, and whoever asked may ask again.

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
