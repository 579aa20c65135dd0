import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocuments } from "../lib/bulk";
import { knownDocument, ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { issuesOf } from "./lists";
import { createIssues, deleteIssues, linkIssue, updateIssue } from "./model";
import { presentIssue } from "./present";
import type { IssueView } from "./present";
import type { CreateRequest, ListRequest, UpdateRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { sessionId: sessionText, status, priority, ...request }: ListRequest): Promise<Page<IssueView>> => {
    const session = sessionText === undefined ? null : await ownedDocument(ctx, "issueSessions", sessionText);
    const filters = { sessionId: session?._id, status, priority };
    const newestFirst = (fromMs: number) => issuesOf(ctx, { projectId: ctx.project._id, ...filters }, fromMs);
    const paged = { project: ctx.project, name: listName("issues", filters), sources: [newestFirst] };
    return await readPage(paged, request, pageBounds.usual, presentIssue);
  },
);

export const get = projectQuery(async (ctx, { id }: { id: string }): Promise<IssueView> =>
  presentIssue(await ownedDocument(ctx, "issues", id)),
);

export const create = projectMutation(
  async (ctx, { sessionId: sessionText, ...content }: CreateRequest): Promise<IssueView> => {
    const session = sessionText == null ? null : await ownedDocument(ctx, "issueSessions", sessionText);
    const [id] = await createIssues(ctx, ctx.project._id, session, [content]);
    if (id === undefined) throw new Error("The issue was not created.");
    return presentIssue(await knownDocument(ctx, "issues", id));
  },
);

export const update = projectMutation(async (ctx, { issueId, ...changes }: UpdateRequest): Promise<IssueView> =>
  presentIssue(await updateIssue(ctx, await ownedDocument(ctx, "issues", issueId), changes)),
);

export const linkRun = projectMutation(
  async (ctx, { issueId, runId }: { issueId: string; runId: string }): Promise<IssueView> => {
    const issue = await ownedDocument(ctx, "issues", issueId);
    const run = await ownedDocument(ctx, "runs", runId);
    return presentIssue(await linkIssue(ctx, issue, run));
  },
);

export const remove = projectMutation(async (ctx, { issueId }: { issueId: string }) => {
  const issue = await ownedDocument(ctx, "issues", issueId);
  await deleteIssues(ctx, ctx.project._id, [issue]);
  const id = publicId("issues", issue._id);
  return { id, _id: id, deleted: true };
});

export const removeMany = projectMutation(async (ctx, { issueIds }: { issueIds: string[] }) => {
  const issues = await ownedDocuments(ctx, "issues", issueIds);
  await deleteIssues(ctx, ctx.project._id, issues);
  return { ids: issues.map(({ _id }) => publicId("issues", _id)), count: issues.length, deleted: true };
});
