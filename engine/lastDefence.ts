// What becomes of a process in which something failed that nobody expected. An error of a connection concerns that
// connection, which has ended: it is logged, and everything goes on. Any other may have cut short any piece of work, so
// nothing that is in memory can be trusted: the process takes no more requests, lets those in flight end for a moment,
// answers the rest, and ends with a code by which whoever started it knows that it may start it again. What was
// acknowledged is on the disk, and what was not is taken back at the next start.

/** Of a process that broke (EX_SOFTWARE). Other codes than this and death by a signal are meant. */
const brokenExitCode = 70;

const ofConnections = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTCONN", "EHOSTUNREACH"]);
const longestMs = 5_000;
/** Of a line of the log. */
const detailLength = 3_000;

/** `breakOff` ends serving; the process ends when it has, or after five seconds. */
export function defend(breakOff: () => Promise<void>): void {
  let isEnding = false;
  const end = (): void => process.exit(brokenExitCode);
  process.on("uncaughtException", (error: unknown) => {
    if (isOfConnection(error)) {
      report("A connection failed where nobody was listening. Everything goes on.", error);
      return;
    }
    if (isEnding) return;
    isEnding = true;
    lastReportAt = -Infinity;
    report("Something failed that nobody expected. The process ends.", error);
    setTimeout(end, longestMs).unref();
    breakOff().then(end, end);
  });
}

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return false;
  return typeof error.code === "string" && ofConnections.has(error.code);
}

let lastReportAt = -Infinity;
let unreported = 0;

/** One a second: whoever can cause one can cause many. */
function report(failure: string, error: unknown): void {
  const now = performance.now();
  if (now - lastReportAt < 1_000) {
    unreported++;
    return;
  }
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const more = unreported === 0 ? {} : { notReported: unreported };
  lastReportAt = now;
  unreported = 0;
  const line = { at: new Date().toISOString(), failure, detail: cause.slice(0, detailLength), ...more };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
