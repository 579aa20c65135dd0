// Why a command ends otherwise than asked, and the exit codes from which scripts read it.

export const exitCodes = {
  ok: 0,
  /** A run that was watched has not been completed. */
  failed: 1,
  usage: 2,
  /** The key, its scopes or the role of its holder do not allow it. */
  refused: 3,
  notFound: 4,
  /** The service cannot be reached, or has a fault. */
  unavailable: 5,
  /** The command itself has a fault. */
  fault: 70,
  interrupted: 130,
  /** The reader of its output has gone away, as shells say it of a program that SIGPIPE has ended. */
  unread: 141,
} as const;

export type Ending = keyof typeof exitCodes;

interface Details {
  /** What the person can do about it. */
  advice?: string | undefined;
  code?: string | undefined;
  field?: string | undefined;
  requestId?: string | undefined;
}

/** Ends the command with a message on standard error and an exit code. */
export class Failure extends Error {
  readonly ending: Exclude<Ending, "ok">;
  readonly details: Details;

  constructor(ending: Exclude<Ending, "ok">, message: string, details: Details = {}) {
    super(message);
    this.name = "Failure";
    this.ending = ending;
    this.details = details;
  }
}
