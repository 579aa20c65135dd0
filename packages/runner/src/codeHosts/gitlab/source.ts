import * as z from "zod";
import { parseAnswer } from "../answerShape";
import { CodeHostError, nullIfMissing, nullIfRefused } from "../errors";
import type { Author, Permission, Remark, PullRequestSource, SourceState } from "../pullRequestSource";
import { readChecks } from "./checks";
import { addNote, readDiscussions } from "./discussions";
import type { HostedRepository } from "./hostedRepository";
import { readVotes, reviewRemarks } from "./votes";

const commit = z.string().regex(/^[0-9a-f]{1,64}$/i);
const request = z.object({
  state: z.enum(["opened", "closed", "locked", "merged"]),
  draft: z.boolean().default(false),
  sha: commit,
  target_branch: z.string().default(""),
  description: z.string().nullish(),
  has_conflicts: z.boolean().default(false),
  detailed_merge_status: z.string().nullish(),
  diff_refs: z.object({ start_sha: commit.nullish() }).nullish(),
});
type Request = z.output<typeof request>;

/** Developers may push. */
const leastLevel = 30;

export function gitlabRequest(hosted: HostedRepository, number: number, signal: AbortSignal): PullRequestSource {
  const { client, project, api } = hosted;
  const url = `${project}/merge_requests/${number}`;
  return {
    readState: async () => {
      const answer = await nullIfMissing(client.get(url, signal));
      return answer === null ? null : stateOf(parseAnswer(request, answer.body));
    },
    readChecks: async (commit) => await readChecks(hosted, commit, signal),
    readVotes: async () => await readVotes(hosted, number, signal),
    readRemarks: async (head) => {
      const { remarks, isWhole } = await readDiscussions(hosted, { number, signal, head });
      return { remarks: [...(await reviewRemarks(hosted, number, signal)), ...remarks], isWhole };
    },
    readPermission: async ({ id }: Author): Promise<Permission> => {
      if (!client.hasKey) return "unknown";
      return await levelOf(client.get(`${project}/members/all/${encodeURIComponent(id)}`, signal));
    },
    readOwnLogin: async () => {
      const answer = client.hasKey ? await nullIfRefused(client.get(`${api}/user`, signal)) : null;
      return answer === null ? null : parseAnswer(z.object({ username: z.string().max(255) }), answer.body).username;
    },
    answer: async ({ key }: Remark, body) => {
      const [kind, id = ""] = key.split(":");
      if (kind === "thread") return await addNote(hosted, { number, signal }, id, body);
      await client.change("POST", `${url}/notes`, { body }, signal);
    },
    writeText: async (description) => {
      parseAnswer(request, await client.change("PUT", url, { description }, signal));
    },
    readLogEnd: async (logUrl) => await client.readLogEnd(logUrl, signal),
  };
}

/** The list of members answers 404 for everybody else. */
async function levelOf(asking: Promise<{ body: unknown }>): Promise<Permission> {
  try {
    const { access_level } = parseAnswer(z.object({ access_level: z.number() }), (await asking).body);
    return access_level >= leastLevel ? "write" : "read";
  } catch (error) {
    if (!(error instanceof CodeHostError) || !error.isRefusal) throw error;
    return error.status === 404 ? "read" : "unknown";
  }
}

function stateOf(found: Request): SourceState {
  const { state, draft, sha, target_branch, diff_refs, description } = found;
  return {
    state: state === "merged" || state === "closed" ? state : draft ? "draft" : "open",
    head: sha,
    base: target_branch,
    baseCommit: diff_refs?.start_sha ?? null,
    mergeable: mergeableOf(found),
    text: description ?? "",
  };
}

/** GitLab compares the branches in the background. */
const comparing = new Set(["unchecked", "checking", "preparing", "approvals_syncing"]);

function mergeableOf({ has_conflicts, detailed_merge_status: status }: Request): SourceState["mergeable"] {
  if (has_conflicts || status === "conflict") return "conflict";
  return status == null || comparing.has(status) ? "unknown" : "clean";
}
