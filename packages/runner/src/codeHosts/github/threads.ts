// Threads of comments on lines. REST has the comments, and only GraphQL says which threads are resolved.
import * as z from "zod";
import { parseAnswer, readNewest } from "../answerShape";
import { CodeHostBusyError, CodeHostError } from "../errors";
import type { Remark, RemarkLines, Remarks } from "../pullRequestSource";
import { timeOf } from "../texts";
import { authorOf, user } from "./hostedRepository";
import type { HostedRepository } from "./hostedRepository";

interface Asked {
  number: number;
  signal: AbortSignal;
}

/** Without a key, and at a server whose GraphQL differs, nothing is said about what is resolved. */
export async function readThreads(hosted: HostedRepository, asked: Asked): Promise<Remarks> {
  const { items, isWhole } = await readNewest(
    { client: hosted.client, url: `${hosted.repository}/pulls/${asked.number}/comments`, signal: asked.signal },
    z.array(comment),
    (page) => page,
  );
  if (items.length === 0) return { remarks: [], isWhole };
  const resolved = hosted.client.hasKey ? await readResolved(hosted, asked) : new Set<string>();
  // The words of a thread that began before what is read would change with each page that goes.
  const begun = new Set(items.map(({ id }) => id));
  const known = isWhole ? items : items.filter((one) => begun.has(one.in_reply_to_id ?? one.id));
  return { remarks: threadsOf(known, resolved), isWhole };
}

const line = z.int().nullish();
const comment = z.object({
  id: z.int(),
  in_reply_to_id: z.int().nullish(),
  user,
  body: z.string(),
  path: z.string().nullish(),
  line,
  original_line: line,
  start_line: line,
  original_start_line: line,
  diff_hunk: z.string().nullish(),
  created_at: z.string().nullish(),
  html_url: z.string().nullish(),
});
type Comment = z.output<typeof comment>;

function threadsOf(comments: readonly Comment[], resolved: ReadonlySet<string>): Remark[] {
  const threads = new Map<number, Comment[]>();
  for (const one of comments) {
    const first = one.in_reply_to_id ?? one.id;
    threads.set(first, [...(threads.get(first) ?? []), one]);
  }
  return [...threads].map(([id, all]) =>
    threadOf(id, all, resolved.has(String(id)) || all.some((one) => resolved.has(String(one.id)))),
  );
}

/** The comment that began it may have been deleted, and its number still names the thread. */
function threadOf(id: number, all: readonly Comment[], isResolved: boolean): Remark {
  const path = all[0]?.path ?? null;
  return {
    key: `thread:${id}`,
    kind: "comment",
    title: `Comment by ${authorOf(all[0]?.user).login}${path === null ? "" : ` on ${path}`}`,
    words: all.map(({ user, body, created_at, html_url }) => {
      return { author: authorOf(user), text: body, at: timeOf(created_at), url: html_url ?? null };
    }),
    path,
    line: all[0]?.line ?? all[0]?.original_line ?? null,
    lines: linesOf(all[0]),
    isResolved,
  };
}

/** GitHub leaves out `line` for a comment whose lines have changed. A comment on a file has neither. */
function linesOf(first: Comment | undefined): RemarkLines | null {
  if (first === undefined) return null;
  const isOutdated = first.line == null;
  const end = (isOutdated ? first.original_line : first.line) ?? null;
  const start = (isOutdated ? first.original_start_line : first.start_line) ?? null;
  return end === null ? null : { start, end, isOutdated, hunk: first.diff_hunk ?? null };
}

/** Answers in the thread of a comment. */
export async function addReply(
  { client, repository }: HostedRepository,
  { number, signal }: Asked,
  id: string,
  body: string,
) {
  const url = `${repository}/pulls/${number}/comments/${encodeURIComponent(id)}/replies`;
  parseAnswer(comment, await client.change("POST", url, { body }, signal));
}

const threadsQuery = `query Threads($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { isResolved comments(first: 1) { nodes { fullDatabaseId } } }
      }
    }
  }
}`;

const threadNode = z.object({
  isResolved: z.boolean(),
  comments: z.object({
    nodes: z.array(z.object({ fullDatabaseId: z.union([z.string(), z.int()]).nullish() }).nullable()).nullish(),
  }),
});
const threadsAnswer = z.object({
  errors: z.array(z.object({ type: z.string().nullish(), message: z.string() })).nullish(),
  data: z
    .object({
      repository: z
        .object({
          pullRequest: z
            .object({
              reviewThreads: z.object({
                pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullish() }),
                nodes: z.array(threadNode.nullable()).nullish(),
              }),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

const maxPages = 5;

/** Returns the first comments of the threads that somebody has resolved, among the newest threads. */
async function readResolved(hosted: HostedRepository, { number, signal }: Asked): Promise<Set<string>> {
  const resolved = new Set<string>();
  const { owner, name } = hosted;
  for (let page = 0, before: string | null = null; page < maxPages; page++) {
    const variables = { owner, name, number, before };
    const threads = await ask(hosted, variables, signal);
    if (threads === null) break;
    for (const node of threads.nodes ?? []) {
      const id = node?.comments.nodes?.[0]?.fullDatabaseId ?? null;
      if (node?.isResolved === true && id !== null) resolved.add(String(id));
    }
    before = threads.pageInfo.startCursor ?? null;
    if (!threads.pageInfo.hasPreviousPage || before === null) break;
  }
  return resolved;
}

async function ask({ client, graphql }: HostedRepository, variables: Record<string, unknown>, signal: AbortSignal) {
  const body = { query: threadsQuery, variables };
  const answer = await client.change("POST", graphql, body, signal).catch((error: unknown) => {
    if (error instanceof CodeHostError && error.isRefusal) return {};
    throw error;
  });
  const { errors, data } = parseAnswer(threadsAnswer, answer);
  const limit = errors?.find(({ type }) => type === "RATE_LIMITED");
  if (limit !== undefined)
    throw new CodeHostBusyError(`${new URL(graphql).host}: ${client.shown(limit.message)}`, 60_000);
  return data?.repository?.pullRequest?.reviewThreads ?? null;
}
