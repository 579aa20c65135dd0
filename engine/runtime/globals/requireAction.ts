// Refuses operations that only actions may use, in Convex's words.
import { activeRun } from "../activeRun";
import type { Run } from "../run";

export function requireAction(subject: string): Run {
  const run = activeRun();
  if (run.isImporting) throw new TypeError(`Can't use ${subject} at import time`);
  if (!run.isAction) {
    throw new TypeError(
      `Can't use ${subject} in queries and mutations. Please consider using an action. ` +
        "See https://docs.convex.dev/functions/actions for more details.",
    );
  }
  return run;
}
