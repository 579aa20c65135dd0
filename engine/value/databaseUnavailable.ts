// Reasons why the database cannot be used for a moment. They are nobody's mistake: the trouble passes, and the caller
// can try again.

export type UnavailableCode = "DiskFull" | "DiskFailure" | "DatabaseLocked" | "SnapshotExpired";

const messages: Record<UnavailableCode, string> = {
  DiskFull: "The disk of the deployment is full. Nothing was written. Make room, then try again.",
  DiskFailure: "The disk of the deployment reported an error. Nothing was written. Try again later.",
  DatabaseLocked:
    "Another process holds the lock of the deployment's database. Nothing was written. Try again shortly.",
  SnapshotExpired: "This read used one state of the database for too long. Try again.",
};

/** An error of the database whose message can be shown to anybody. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(
    readonly code: UnavailableCode,
    options?: ErrorOptions,
  ) {
    super(messages[code], options);
  }
}
