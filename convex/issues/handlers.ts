import { getManyOwn } from "../lib/getManyOwn";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { idsOfAll, withIds } from "../lib/publicIds";
import { createIssues, deleteIssues, linkRunToIssue, updateIssue } from "./model";
import { presentIssue, presentNewIssue } from "./present";
import type { IssueView } from "./present";
import type { CreateRequest, UpdateRequest } from "./requests";

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<IssueView> {
  return presentIssue(await getOwn(ctx, "issues", id));
}

export async function create(ctx: WriteCtx, { sessionId: sessionText, ...content }: CreateRequest): Promise<IssueView> {
  const session = sessionText == null ? null : await getOwn(ctx, "issueSessions", sessionText);
  const [issue] = await createIssues(ctx, ctx.project._id, session, [content]);
  if (issue === undefined) throw new Error("The issue was not created.");
  return presentNewIssue(issue);
}

export async function update(ctx: WriteCtx, { issueId, ...changes }: UpdateRequest): Promise<IssueView> {
  return presentIssue(await updateIssue(ctx, await getOwn(ctx, "issues", issueId), changes));
}

export async function linkRun(
  ctx: WriteCtx,
  { issueId, runId }: { issueId: string; runId: string },
): Promise<IssueView> {
  const issue = await getOwn(ctx, "issues", issueId);
  const run = await getOwn(ctx, "runs", runId);
  return presentIssue(await linkRunToIssue(ctx, issue, run));
}

export async function remove(ctx: WriteCtx, { issueId }: { issueId: string }) {
  const issue = await getOwn(ctx, "issues", issueId);
  await deleteIssues(ctx, ctx.project._id, [issue]);
  return withIds("issues", issue._id, { deleted: true });
}

export async function removeMany(ctx: WriteCtx, { issueIds }: { issueIds: string[] }) {
  const issues = await getManyOwn(ctx, "issues", { field: "issueIds", ids: issueIds });
  await deleteIssues(ctx, ctx.project._id, issues);
  return { ...idsOfAll("issues", issues), deleted: true };
}
