// Comments on a pull request as a whole.
import * as z from "zod";
import { parseAnswer, readNewest } from "../answerShape";
import type { Remarks } from "../pullRequestSource";
import { timeOf } from "../texts";
import { authorOf, user } from "./hostedRepository";
import type { HostedRepository } from "./hostedRepository";

const comment = z.object({
  id: z.int(),
  user,
  body: z.string().nullish(),
  created_at: z.string().nullish(),
  html_url: z.string().nullish(),
});

export async function readComments(
  { client, repository }: HostedRepository,
  number: number,
  signal: AbortSignal,
): Promise<Remarks> {
  const url = `${repository}/issues/${number}/comments`;
  const { items, isWhole } = await readNewest({ client, url, signal }, z.array(comment), (page) => page);
  const remarks = items.map(({ id, user, body, created_at, html_url }) => {
    const author = authorOf(user);
    return {
      key: `comment:${id}`,
      kind: "comment" as const,
      title: `Comment by ${author.login}`,
      words: [{ author, text: body ?? "", at: timeOf(created_at), url: html_url ?? null }],
      path: null,
      line: null,
      isResolved: false,
    };
  });
  return { remarks, isWhole };
}

export async function addComment(
  { client, repository }: HostedRepository,
  { number, body, signal }: { number: number; body: string; signal: AbortSignal },
): Promise<void> {
  parseAnswer(comment, await client.change("POST", `${repository}/issues/${number}/comments`, { body }, signal));
}
