// What the runner says at the code host after a round: an answer to each thread, and its own section of the request's
// text. It resolves no thread, since that is for who has opened it. A host that refuses fails nothing.
import { CodeHostError } from "../../codeHosts/errors";
import { connectToRequest } from "../../codeHosts/projectKey";
import { hasChangedFiles } from "./context";
import type { RunContext } from "./context";
import type { RoundEnding } from "./iterations";
import { roundSection } from "./pullRequestText";
import { threadAnswers } from "./threadAnswers";
import { readUnaddressed } from "./unaddressedFeedback";

/**
 * Call it when the work of the round is on the branch, at this commit, whether its gates have passed or not. A round
 * that has failed is answered with the commit at which it has begun.
 */
export async function answerFeedback(work: RunContext, ending: RoundEnding, commit: string): Promise<void> {
  const { job, run, round } = work;
  if (round === null || job.tools.configuration.push === "never") return;
  const shown = await job.call("run.get", { runId: run.id });
  if (shown.prUrl === null) return;
  const { prUrl } = shown;
  const request = await asked(work, () => connectToRequest(job, prUrl));
  if (request === null) return;
  const outcome = { ending, commit, hasChanged: await hasChangedFiles(work), undone: await readUnaddressed(work) };
  let refused = 0;
  for (const { key, text } of threadAnswers(round.feedback, outcome)) {
    const isAnswered = await asked(work, async () => {
      await request.answerThread(key, { commit, text });
      return true;
    });
    if (isAnswered === null && ++refused === maxRefused) break;
  }
  await asked(work, () => request.updatePullRequestText(roundSection(work, shown, { round, ending, commit })));
}

/** A thread may be locked or deleted, and the others are answered nevertheless. A host that is down is left alone. */
const maxRefused = 5;

/** Returns null where the host refuses. */
async function asked<Result>({ job }: RunContext, ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    job.reportProgress(`could not answer at the code host: ${error.message}`);
    return null;
  }
}
