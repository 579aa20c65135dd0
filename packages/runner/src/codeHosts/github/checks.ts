// The checks of a commit. Apps make check runs, and older services make statuses. A commit may have both.
import * as z from "zod";
import { readPages } from "../answerShape";
import { nullIfRefused } from "../errors";
import type { HostCheck } from "../checks";
import type { CheckStatus } from "../../service/operations";
import { readActionsJobs } from "./actionsJobs";
import type { HostedRepository } from "./hostedRepository";

const text = z.string().nullish();
const checkRun = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  conclusion: text,
  html_url: text,
  output: z.object({ title: text, summary: text, text }).nullish(),
  app: z.object({ slug: text }).nullish(),
});
const checkRuns = z.object({ check_runs: z.array(checkRun) });
const status = z.object({ context: z.string(), state: z.string(), description: text, target_url: text });
const statuses = z.object({ statuses: z.array(status) });

export async function readChecks(hosted: HostedRepository, commit: string, signal: AbortSignal): Promise<HostCheck[]> {
  const { client, repository } = hosted;
  const url = `${repository}/commits/${encodeURIComponent(commit)}`;
  const runs = await readRuns(hosted, commit, signal);
  const said = await readPages({ client, url: `${url}/status`, signal }, statuses, (page) => page.statuses);
  return [...runs, ...said.items.map(ofStatus)];
}

async function readRuns(hosted: HostedRepository, commit: string, signal: AbortSignal): Promise<HostCheck[]> {
  const { client, repository } = hosted;
  const url = `${repository}/commits/${encodeURIComponent(commit)}/check-runs`;
  const runs = await nullIfRefused(readPages({ client, url, signal }, checkRuns, (page) => page.check_runs));
  if (runs !== null) return runs.items.map((run) => ofRun(hosted, run));
  const jobs = await readActionsJobs(hosted, commit, signal);
  return jobs.map((job) => ofRun(hosted, { ...job, app: { slug: actions } }));
}

const actions = "github-actions";

/** The id of a check run of GitHub's own actions is that of their job. */
function ofRun(
  { repository }: HostedRepository,
  { id, name, html_url, app, output, ...run }: z.output<typeof checkRun>,
): HostCheck {
  const status = statusOf(run);
  return {
    name,
    status,
    url: html_url ?? null,
    isBroken: status === "failure" && !stopped.has(run.conclusion ?? ""),
    outcome: run.conclusion ?? run.status,
    summary: [output?.title, output?.summary, output?.text].filter((part) => part != null && part !== "").join("\n\n"),
    logUrl: app?.slug === actions ? `${repository}/actions/jobs/${id}/logs` : null,
  };
}

const harmless = new Set(["success", "neutral", "skipped"]);
/** Nobody repairs these by another commit. */
const stopped = new Set(["cancelled", "stale", "action_required"]);

function statusOf({ status, conclusion }: { status: string; conclusion?: string | null | undefined }): CheckStatus {
  if (status !== "completed") return status === "in_progress" ? "running" : "pending";
  return harmless.has(conclusion ?? "") ? "success" : "failure";
}

function ofStatus({ context, state, description, target_url }: z.output<typeof status>): HostCheck {
  const status = state === "success" || state === "pending" ? state : "failure";
  return {
    name: context,
    status,
    url: target_url ?? null,
    isBroken: status === "failure",
    outcome: state,
    summary: description ?? "",
    logUrl: null,
  };
}
