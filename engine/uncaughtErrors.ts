// Decides what happens when an error reaches the process that no code has caught. An error of a network connection
// concerns only that connection, which has ended: the error is logged and the process continues. Any other error may
// have interrupted any piece of work, so the data in memory can no longer be trusted. Then the process accepts no
// more requests, gives the current ones a moment to finish, answers the rest, and exits with a code which tells the
// supervisor that it may restart the process. Acknowledged changes are on the disk; all others are undone at the next
// start.
import { reportFailure } from "./failureReport";

/** The exit code of a process that broke (EX_SOFTWARE). Every other exit code, and death by a signal, is intended. */
const brokenExitCode = 70;

const connectionErrors = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTCONN", "EHOSTUNREACH"]);
const maxShutdownMs = 5_000;

/** `breakOff` stops serving. The process exits when `breakOff` has finished, at the latest after five seconds. */
export function handleUncaughtErrors(breakOff: () => Promise<void>): void {
  let isEnding = false;
  const end = (): void => process.exit(brokenExitCode);
  process.on("uncaughtException", (error: unknown) => {
    if (isConnectionError(error)) {
      reportFailure("A connection failed where nobody was listening. The process continues.", error);
      return;
    }
    if (isEnding) return;
    isEnding = true;
    reportFailure("Something failed that nobody expected. The process ends.", error, true);
    setTimeout(end, maxShutdownMs).unref();
    breakOff().then(end, end);
  });
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return false;
  return typeof error.code === "string" && connectionErrors.has(error.code);
}
