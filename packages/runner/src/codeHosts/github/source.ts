import * as z from "zod";
import { parseAnswer } from "../answerShape";
import { nullIfMissing, nullIfRefused } from "../errors";
import type { Author, Permission, Remark, Remarks, PullRequestSource, SourceState, Vote } from "../pullRequestSource";
import { readChecks } from "./checks";
import { addComment, readComments } from "./comments";
import type { HostedRepository } from "./hostedRepository";
import { readReviews, reviewRemarks, votesOf } from "./reviews";
import { addReply, readThreads } from "./threads";

const commit = z.string().regex(/^[0-9a-f]{1,64}$/i);
const pull = z.object({
  state: z.enum(["open", "closed"]),
  merged: z.boolean().default(false),
  draft: z.boolean().default(false),
  mergeable: z.boolean().nullish(),
  mergeable_state: z.string().nullish(),
  body: z.string().nullish(),
  head: z.object({ sha: commit }),
  base: z.object({ ref: z.string(), sha: z.string().nullish() }),
});

export function githubRequest(hosted: HostedRepository, number: number, signal: AbortSignal): PullRequestSource {
  const { client, repository, api } = hosted;
  const url = `${repository}/pulls/${number}`;
  return {
    readState: async () => {
      const answer = await nullIfMissing(client.get(url, signal));
      return answer === null ? null : stateOf(parseAnswer(pull, answer.body));
    },
    readChecks: async (commit) => await readChecks(hosted, commit, signal),
    readVotes: async (): Promise<Vote[]> => votesOf(await readReviews(hosted, number, signal)),
    readRemarks: async (): Promise<Remarks> => {
      const reviews = await readReviews(hosted, number, signal);
      const threads = await readThreads(hosted, { number, signal });
      const comments = await readComments(hosted, number, signal);
      const remarks = [...reviewRemarks(reviews), ...threads.remarks, ...comments.remarks];
      return { remarks, isWhole: reviews.isWhole && threads.isWhole && comments.isWhole };
    },
    readPermission: async ({ id, isBot }: Author): Promise<Permission> => {
      // Apps are installed, and are not collaborators.
      if (!client.hasKey || isBot) return "unknown";
      const asked = client.get(`${repository}/collaborators/${encodeURIComponent(id)}/permission`, signal);
      const answer = await nullIfRefused(asked);
      if (answer === null) return "unknown";
      const { permission } = parseAnswer(z.object({ permission: z.string() }), answer.body);
      return permission === "admin" || permission === "write" ? "write" : "read";
    },
    readOwnLogin: async () => {
      const answer = client.hasKey ? await nullIfRefused(client.get(`${api}/user`, signal)) : null;
      return answer === null ? null : parseAnswer(z.object({ login: z.string().max(200) }), answer.body).login;
    },
    answer: async (remark, body) => {
      const [kind = "", id = ""] = remark.key.split(":");
      if (kind === "thread") await addReply(hosted, { number, signal }, id, body);
      else await addComment(hosted, { number, body: `${replyTo(remark)}${body}`, signal });
    },
    writeText: async (body) => {
      parseAnswer(pull, await client.change("PATCH", url, { body }, signal));
    },
    readLogEnd: async (logUrl) => await client.readLogEnd(logUrl, signal),
  };
}

/** GitHub has no threads for comments and reviews, so the answer names what it is about. */
function replyTo({ words }: Remark): string {
  const url = words[0]?.url ?? null;
  return url === null ? "" : `About ${url}:\n\n`;
}

function stateOf({
  state,
  merged,
  draft,
  mergeable,
  mergeable_state,
  body,
  head,
  base,
}: z.output<typeof pull>): SourceState {
  const open = draft ? "draft" : "open";
  return {
    state: merged ? "merged" : state === "open" ? open : state,
    head: head.sha,
    base: base.ref,
    baseCommit: base.sha ?? null,
    mergeable: mergeableOf({ mergeable, mergeable_state }),
    text: body ?? "",
  };
}

/** Null until GitHub has compared the branches, which it begins when somebody asks. */
function mergeableOf({
  mergeable,
  mergeable_state: state,
}: Pick<z.output<typeof pull>, "mergeable" | "mergeable_state">) {
  if (mergeable === false || state === "dirty") return "conflict" as const;
  return mergeable === true ? ("clean" as const) : ("unknown" as const);
}
