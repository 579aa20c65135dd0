// Writes failures that nobody expected to the log. It writes at most one failure per second, because a client that can
// cause one failure can cause many.

/** The largest number of characters of the error in one line of the log. */
const detailLength = 3_000;

let lastReportAt = -Infinity;
let unreported = 0;

/** Writes one line. A failure that `isLast`, since the process ends after it, is always written. */
export function reportFailure(failure: string, error: unknown, isLast = false): void {
  const now = performance.now();
  if (!isLast && now - lastReportAt < 1_000) {
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
