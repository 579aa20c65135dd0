// Who has approved a merge request, and who asks for changes.
import * as z from "zod";
import { parseAnswer } from "../answerShape";
import { nullIfRefused } from "../errors";
import type { Remark, Vote } from "../pullRequestSource";
import { authorOf, user } from "./hostedRepository";
import type { HostedRepository } from "./hostedRepository";

const approvals = z.object({ approved_by: z.array(z.object({ user })).default([]) });
const reviewers = z.array(z.object({ user, state: z.string().nullish() }));

/** An older server, or a key that may see less, knows no reviewers. */
export async function readVotes(hosted: HostedRepository, number: number, signal: AbortSignal): Promise<Vote[]> {
  const { client, project } = hosted;
  const answer = await nullIfRefused(client.get(`${project}/merge_requests/${number}/approvals`, signal));
  const approved = answer === null ? [] : parseAnswer(approvals, answer.body).approved_by;
  const asking = await readAsking(hosted, number, signal);
  return [
    ...approved.map(({ user }) => ({ author: authorOf(user), kind: "approval" as const })),
    ...asking.map((author) => ({ author, kind: "changesRequested" as const })),
  ];
}

async function readAsking({ client, project }: HostedRepository, number: number, signal: AbortSignal) {
  const answer = await nullIfRefused(client.get(`${project}/merge_requests/${number}/reviewers`, signal));
  const found = answer === null ? [] : parseAnswer(reviewers, answer.body);
  return found.filter(({ state }) => state === "requested_changes").map(({ user }) => authorOf(user));
}

/** What the reviewers want is in their comments. */
export async function reviewRemarks(hosted: HostedRepository, number: number, signal: AbortSignal): Promise<Remark[]> {
  const asking = await readAsking(hosted, number, signal);
  return asking.map((author) => ({
    key: `review:${author.id}`,
    kind: "review",
    title: `Changes requested by ${author.login}`,
    words: [{ author, text: "Changes are requested. The comments say which.", at: null, url: null }],
    path: null,
    line: null,
    isResolved: false,
  }));
}
