// What the runner says at the code host after a round: an answer to each thread, and its own section of the request's
// text. It resolves no thread, since that is for who has opened it. A host that refuses fails nothing.
import { CodeHostError } from "../../codeHosts/errors";
import { connectToRequest } from "../../codeHosts/projectKey";
import type { Result } from "../../service/operations";
import type { RunContext } from "./context";
import type { Round } from "./plan";

/** Call it when the work of the round is on the branch, at this commit. */
export async function answerFeedback(work: RunContext, commit: string): Promise<void> {
  const { job, run, round } = work;
  if (round === null) return;
  const shown = await job.call("run.get", { runId: run.id });
  if (shown.prUrl === null) return;
  try {
    const request = await connectToRequest(job, shown.prUrl);
    for (const key of threadsOf(round)) await request.answerThread(key, { commit, text: `Done in ${commit}.` });
    await request.updateRequestText(sectionOf(work, shown, commit));
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    job.reportProgress(`could not answer at the code host: ${error.message}`);
  }
}

/** Checks and conflicts have no thread. */
function threadsOf({ feedback }: Round): string[] {
  return feedback.flatMap(({ key, kind }) => (key !== null && (kind === "review" || kind === "comment") ? [key] : []));
}

/** Our own words and numbers only: what others have said is in the request already. */
function sectionOf({ run, shown: gates, round }: RunContext, { costUsd }: Result<"run.get">, commit: string): string {
  const results = run.steps.flatMap(({ gate }, index) => {
    const result = gates.get(index);
    return gate === null || result === undefined
      ? []
      : [`- gate ${index + 1} (${gate.kind}): ${result.pass ? "passed" : "not passed"}`];
  });
  const lines = [
    `Run ${run.runNumber} (${run.id}) has had ${round?.number ?? 0} further rounds. The last one is in ${commit}.`,
    ...(results.length === 0 ? [] : ["", ...results]),
    "",
    `So far it has cost $${costUsd.toFixed(2)}.`,
  ];
  return lines.join("\n");
}
