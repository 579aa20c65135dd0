// The jobs of GitHub's own actions for a commit. GitHub shows check runs to apps and classic tokens. A
// fine-grained token sees only these jobs.
import * as z from "zod";
import { readPages } from "../answerShape";
import { take } from "../../text/truncate";
import type { HostedRepository } from "./hostedRepository";

const workflowRuns = z.object({ workflow_runs: z.array(z.object({ id: z.int() })) });
const job = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullish(),
  html_url: z.string().nullish(),
});
const jobs = z.object({ jobs: z.array(job) });

/** One commit rarely begins more workflows. Each needs a request of its own. */
const maxWorkflowRuns = 20;

export async function readActionsJobs({ client, repository }: HostedRepository, commit: string, signal: AbortSignal) {
  const url = `${repository}/actions/runs?head_sha=${encodeURIComponent(commit)}`;
  const { items } = await readPages({ client, url, signal }, workflowRuns, (page) => page.workflow_runs);
  const all: z.output<typeof job>[] = [];
  for (const { id } of take(items, maxWorkflowRuns)) {
    const ofRun = { client, url: `${repository}/actions/runs/${id}/jobs`, signal };
    all.push(...(await readPages(ofRun, jobs, (page) => page.jobs)).items);
  }
  return all;
}
