/** Whether a job works on a run as a whole: from its start, or in a round. */
export function isRunWork<Work extends { kind: string }>(
  work: Work,
): work is Extract<Work, { kind: "run.execute" | "run.continue" }> {
  return work.kind === "run.execute" || work.kind === "run.continue";
}
