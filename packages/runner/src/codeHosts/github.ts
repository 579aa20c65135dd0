import * as z from "zod";
import { readAllPages, requestCodeHost, parseAnswer, nullIfMissing } from "./api";
import type { CachedAnswers } from "./api";
import type { CheckStatus } from "../service/operations";
import type { CodeHost } from "./codeHost";

const made = z
  .object({ html_url: z.string(), number: z.int() })
  .transform(({ html_url, number }) => ({ url: html_url, number }));
const request = z.object({
  state: z.enum(["open", "closed"]),
  merged: z.boolean().default(false),
  draft: z.boolean().default(false),
  head: z.object({ sha: z.string() }),
});
const checkRuns = z.object({
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullish(),
      html_url: z.string().nullish(),
    }),
  ),
});
const statuses = z.object({
  statuses: z.array(z.object({ context: z.string(), state: z.string(), target_url: z.string().nullish() })),
});

/** github.com has its API at a host of its own; an enterprise server has it below /api/v3. */
export function github({ origin, hostname }: URL, name: string, token: string): CodeHost {
  const api = hostname === "github.com" ? "https://api.github.com" : `${origin}/api/v3`;
  const repository = `${api}/repos/${name.split("/").map(encodeURIComponent).join("/")}`;
  const pulls = `${repository}/pulls`;
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" };
  const seen: CachedAnswers = new Map();
  const get = (url: string, signal: AbortSignal) => requestCodeHost({ method: "GET", url, headers, signal, seen });
  return {
    find: async (from, signal) => {
      const head = `${name.split("/")[0]}:${from}`;
      const query = new URLSearchParams({ head, state: "open", per_page: "1" });
      const [found] = parseAnswer(z.array(made), await get(`${pulls}?${query}`, signal));
      return found ?? null;
    },
    open: async ({ title, text, from, into }, signal) => {
      const body = { title, body: text, head: from, base: into };
      return parseAnswer(made, await requestCodeHost({ method: "POST", url: pulls, headers, body, signal }));
    },
    read: async (number, signal) => {
      const answer = await nullIfMissing(get(`${pulls}/${number}`, signal));
      if (answer === null) return null;
      const { state, merged, draft, head } = parseAnswer(request, answer);
      if (merged) return { state: "merged", commit: head.sha };
      return { state: state === "open" && draft ? "draft" : state, commit: head.sha };
    },
    // Apps make check runs, and older services make statuses. A commit may have both.
    checks: async (commit, signal) => {
      const place = `${repository}/commits/${encodeURIComponent(commit)}`;
      const runs = await readAllPages(async (query) => {
        return parseAnswer(checkRuns, await get(`${place}/check-runs?${query}`, signal)).check_runs;
      });
      const told = await readAllPages(async (query) => {
        return parseAnswer(statuses, await get(`${place}/status?${query}`, signal)).statuses;
      });
      return [
        ...runs.map((run) => ({ name: run.name, status: ofRun(run), url: run.html_url ?? null })),
        ...told.map(({ context, state, target_url }) => {
          return { name: context, status: ofState(state), url: target_url ?? null };
        }),
      ];
    },
  };
}

const harmless = new Set(["success", "neutral", "skipped"]);

function ofRun({ status, conclusion }: { status: string; conclusion?: string | null | undefined }): CheckStatus {
  if (status !== "completed") return status === "in_progress" ? "running" : "pending";
  return harmless.has(conclusion ?? "") ? "success" : "failure";
}

function ofState(state: string): CheckStatus {
  return state === "success" || state === "pending" ? state : "failure";
}
