import * as z from "zod";
import { readPages } from "../answerShape";
import type { HostCheck } from "../checks";
import type { CheckStatus } from "../../service/operations";
import type { HostedRepository } from "./hostedRepository";

const text = z.string().nullish();
const job = z.object({
  id: z.int().nullish(),
  name: z.string(),
  status: z.string(),
  allow_failure: z.boolean().default(false),
  target_url: text,
  description: text,
});

/** The newest job of each name. Other services report theirs in the same list. */
export async function readChecks(hosted: HostedRepository, commit: string, signal: AbortSignal): Promise<HostCheck[]> {
  const url = `${hosted.project}/repository/commits/${encodeURIComponent(commit)}/statuses`;
  const { items } = await readPages({ client: hosted.client, url, signal }, z.array(job), (page) => page);
  return items.map((one) => checkOf(hosted, one));
}

function checkOf({ project }: HostedRepository, one: z.output<typeof job>): HostCheck {
  const { id, name, target_url, description } = one;
  const status = statusOf(one);
  const isJob = id != null && target_url?.endsWith(`/-/jobs/${id}`) === true;
  return {
    name,
    status,
    url: target_url ?? null,
    isBroken: status === "failure" && one.status === "failed",
    outcome: one.status,
    summary: description ?? "",
    logUrl: isJob ? `${project}/jobs/${id}/trace` : null,
  };
}

function statusOf({ status, allow_failure }: { status: string; allow_failure: boolean }): CheckStatus {
  switch (status) {
    case "success":
    case "skipped":
      return "success";
    case "failed":
    case "canceled":
      return allow_failure ? "success" : "failure";
    // Nobody has started it yet, and perhaps nobody ever has to.
    case "manual":
      return allow_failure ? "success" : "pending";
    case "running":
    case "canceling":
      return "running";
    default:
      return "pending";
  }
}
