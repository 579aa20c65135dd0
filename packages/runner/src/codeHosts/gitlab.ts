import * as z from "zod";
import { readAllPages, requestCodeHost, parseAnswer, nullIfMissing } from "./api";
import type { CachedAnswers } from "./api";
import type { CheckStatus } from "../service/operations";
import type { CodeHost } from "./codeHost";

const made = z
  .object({ web_url: z.string(), iid: z.int() })
  .transform(({ web_url, iid }) => ({ url: web_url, number: iid }));
const request = z.object({ state: z.string(), draft: z.boolean().default(false), sha: z.string() });
const jobs = z.array(
  z.object({
    name: z.string(),
    status: z.string(),
    allow_failure: z.boolean().default(false),
    target_url: z.string().nullish(),
  }),
);

/** GitLab calls a pull request a merge request. */
export function gitlab({ origin }: URL, name: string, token: string): CodeHost {
  const project = `${origin}/api/v4/projects/${encodeURIComponent(name)}`;
  const requests = `${project}/merge_requests`;
  const headers = { "PRIVATE-TOKEN": token };
  const seen: CachedAnswers = new Map();
  const get = (url: string, signal: AbortSignal) => requestCodeHost({ method: "GET", url, headers, signal, seen });
  return {
    find: async (from, signal) => {
      const query = new URLSearchParams({ source_branch: from, state: "opened", per_page: "1" });
      const [found] = parseAnswer(z.array(made), await get(`${requests}?${query}`, signal));
      return found ?? null;
    },
    open: async ({ title, text, from, into }, signal) => {
      const body = { title, description: text, source_branch: from, target_branch: into };
      return parseAnswer(made, await requestCodeHost({ method: "POST", url: requests, headers, body, signal }));
    },
    read: async (number, signal) => {
      const answer = await nullIfMissing(get(`${requests}/${number}`, signal));
      if (answer === null) return null;
      const { state, draft, sha: commit } = parseAnswer(request, answer);
      if (state === "merged" || state === "closed") return { state, commit };
      return { state: draft ? "draft" : "open", commit };
    },
    checks: async (commit, signal) => {
      const place = `${project}/repository/commits/${encodeURIComponent(commit)}/statuses`;
      const all = await readAllPages(async (query) => parseAnswer(jobs, await get(`${place}?${query}`, signal)));
      return all.map((job) => ({ name: job.name, status: ofJob(job), url: job.target_url ?? null }));
    },
  };
}

function ofJob({ status, allow_failure }: { status: string; allow_failure: boolean }): CheckStatus {
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
