// How many tests a command has run, as the service takes it.

export interface TestResults {
  total: number;
  passed: number;
  failed: number;
  skipped: number;
}

export type TestOutcome = "passed" | "failed" | "skipped";

export function countTests(outcomes: readonly TestOutcome[]): TestResults {
  const count = (wanted: TestOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return { total: outcomes.length, passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** The file is not a report of tests. The message continues "The report ... ". */
export class UnreadableReportError extends Error {}
