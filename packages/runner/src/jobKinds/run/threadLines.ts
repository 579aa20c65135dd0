// Where the threads of a round are in the files. The service keeps one line of each, and no code: pushes move lines,
// and what moves must not look like news. So the host is asked when the round begins.
import { CodeHostError } from "../../codeHosts/errors";
import { connectToRequest } from "../../codeHosts/projectKey";
import type { RemarkLines } from "../../codeHosts/pullRequestSource";
import type { Job } from "../../jobs/contract";
import type { Run } from "../../service/claims";
import type { Round } from "./plan";

/** The agent can do without them, so a host that refuses fails nothing. */
export async function readLines(job: Job, { id }: Run, round: Round | null): Promise<Map<string, RemarkLines>> {
  if (round === null || !round.feedback.some(({ key, path }) => key !== null && path !== null)) return new Map();
  const { prUrl } = await job.call("run.get", { runId: id });
  if (prUrl === null) return new Map();
  try {
    return await (await connectToRequest(job, prUrl)).readLines();
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    job.reportProgress(`does not know which lines the threads are about: ${error.message}`);
    return new Map();
  }
}
