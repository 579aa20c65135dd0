import * as z from "zod";
import { readNewest } from "../answerShape";
import type { Pages } from "../answerShape";
import type { Remark, Vote } from "../pullRequestSource";
import { timeOf } from "../texts";
import { authorOf, user } from "./hostedRepository";
import type { HostedRepository } from "./hostedRepository";

const review = z.object({
  id: z.int(),
  user,
  body: z.string().nullish(),
  state: z.string(),
  submitted_at: z.string().nullish(),
  html_url: z.string().nullish(),
});
export type Review = z.output<typeof review>;

/** In the order in which they were made. */
export async function readReviews({ client, repository }: HostedRepository, number: number, signal: AbortSignal) {
  const url = `${repository}/pulls/${number}/reviews`;
  return await readNewest({ client, url, signal }, z.array(review), (page) => page);
}

const voting = { APPROVED: "approval", CHANGES_REQUESTED: "changesRequested" } as const;

function voteOf({ state }: Review): Vote["kind"] | null {
  return state === "APPROVED" || state === "CHANGES_REQUESTED" ? voting[state] : null;
}

/** The last review counts that says yes or no. One that was dismissed says neither. */
export function votesOf({ items }: Pages<Review>): Vote[] {
  const votes = new Map<string, Vote>();
  for (const one of items) {
    const [author, kind] = [authorOf(one.user), voteOf(one)];
    if (kind !== null) votes.set(author.login, { author, kind });
  }
  return [...votes.values()];
}

/** Reviews that say something, or ask for changes. What only has comments on lines is in their threads. */
export function reviewRemarks({ items }: Pages<Review>): Remark[] {
  return items.flatMap((one, index) => {
    const isRequest = one.state === "CHANGES_REQUESTED";
    const body = one.body?.trim() ?? "";
    if (one.state === "PENDING" || (body === "" && !isRequest)) return [];
    const author = authorOf(one.user);
    const text = body === "" ? "Changes are requested. The comments on lines say which." : body;
    return {
      key: `review:${one.id}`,
      kind: "review" as const,
      title: `${titles[one.state] ?? "Review"} by ${author.login}`,
      words: [{ author, text, at: timeOf(one.submitted_at), url: one.html_url ?? null }],
      path: null,
      line: null,
      isResolved: asksNothing(one, items.slice(index + 1)),
    };
  });
}

const titles: Readonly<Record<string, string>> = { CHANGES_REQUESTED: "Changes requested", APPROVED: "Approval" };

/** An approval, a review that was dismissed, or one whose author has approved later. */
function asksNothing({ state, user }: Review, later: readonly Review[]): boolean {
  if (state === "APPROVED" || state === "DISMISSED") return true;
  const { login } = authorOf(user);
  return later.some((one) => one.state === "APPROVED" && authorOf(one.user).login === login);
}
