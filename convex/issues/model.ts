import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { publicId } from "../lib/publicIds";
import { requireBudgetLeft } from "../lib/transactionBudget";
import { nextState } from "../lib/states";
import { appendEvent } from "../runEvents/model";
import { removeFromWorkChains } from "../workChains/progress";
import { updateIssueCounts } from "./counts";
import type { NewIssue } from "./present";
import type { IssueContent, UpdateRequest } from "./requests";
import type { IssueStatus } from "./schema";
import { searchTextOfIssue } from "./search";
import { issueMoves } from "./status";

type Issue = Doc<"issues">;

/** Returns the issues in the order of `contents`. `session` is the one that discovered them, if any. */
export async function createIssues(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  session: Doc<"issueSessions"> | null,
  contents: readonly IssueContent[],
): Promise<NewIssue[]> {
  const origin = omitNullish({ sessionId: session?._id });
  const nowMs = Date.now();
  const rows = contents.map((content) => ({
    projectId,
    ...origin,
    ...fieldsOf(content),
    status: "open" as const,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }));
  const issues: NewIssue[] = [];
  for (const row of rows) issues.push({ _id: await ctx.db.insert("issues", row), ...row });
  for (const issue of issues) await report(ctx, "issue.created", issue);
  await updateIssueCounts(ctx, projectId, { before: [], after: issues });
  return issues;
}

const usualPriority = "medium";

function fieldsOf({ title, priority, ...details }: IssueContent) {
  const fields = { title, ...omitNullish(details) };
  return { priority: priority ?? usualPriority, searchText: searchTextOfIssue(fields), ...fields };
}

export async function updateIssue(
  ctx: MutationCtx,
  issue: Issue,
  { status, priority, ...fields }: Omit<UpdateRequest, "issueId">,
): Promise<Issue> {
  const always = { priority: priority === null ? usualPriority : priority };
  return await changeIssue(ctx, issue, status ?? null, patchFrom({ ...fields, ...always }));
}

/** Links a run to the issue: from now on this run works on it, instead of any earlier one. */
export async function linkRunToIssue(ctx: MutationCtx, issue: Issue, run: Doc<"runs">): Promise<Issue> {
  const linked = await changeIssue(ctx, issue, "linkRun", { runId: run._id });
  const issueId = publicId("issues", issue._id);
  if (issue.runId !== run._id) await appendEvent(ctx, run, { type: "issue.linked", issueId });
  return linked;
}

/** Batches of issues are small because issues hold long texts. */
const resolvedPerBatch = 25;

/** Resolves the issues of a run whose pull request was merged. If they are very many, the rest follows in batches. */
export async function resolveIssuesOfRun(ctx: MutationCtx, runId: Id<"runs">): Promise<void> {
  const issues = await ctx.db
    .query("issues")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("status", "in_progress"))
    .take(resolvedPerBatch);
  for (const issue of issues) await changeIssue(ctx, issue, "mergePullRequest", {});
  if (issues.length === resolvedPerBatch) await ctx.scheduler.runAfter(0, internal.issues.scheduled.resolve, { runId });
}

export async function linkToChain(ctx: MutationCtx, issue: Issue, workChainId: Id<"workChains">): Promise<void> {
  await ctx.db.patch("issues", issue._id, { workChainId, updatedAtMs: Date.now() });
}

export async function unlinkFromChain(ctx: MutationCtx, issue: Issue): Promise<void> {
  await ctx.db.patch("issues", issue._id, { workChainId: undefined, updatedAtMs: Date.now() });
}

/** Work chains continue without deleted issues. Throws VALIDATION for too many issues for one transaction. */
export async function deleteIssues(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  issues: readonly Issue[],
): Promise<void> {
  await removeFromWorkChains(ctx, issues);
  for (const issue of issues) {
    await requireBudgetLeft(ctx, "issueIds");
    await ctx.db.delete("issues", issue._id);
    await report(ctx, "issue.deleted", issue);
  }
  await updateIssueCounts(ctx, projectId, { before: issues, after: [] });
}

/** Changes of an issue. A field that is present but undefined is removed from the issue. */
type Changes = ReturnType<typeof patchFrom<Omit<UpdateRequest, "issueId" | "status" | "priority">>> &
  Partial<Pick<Issue, "runId" | "priority">>;

/** The only place where the status of an issue changes. When `move` is null the status stays. */
async function changeIssue(
  ctx: MutationCtx,
  issue: Issue,
  move: keyof typeof issueMoves | null,
  changes: Changes,
): Promise<Issue> {
  const status = move === null ? issue.status : nextState("issue", issueMoves, move, issue.status);
  const resolvedAtMs = resolvedAfter(issue, status);
  const searchText = searchTextOfIssue({ ...issue, ...changes });
  const updatedAtMs = Date.now();
  const after = await patchAndReturn(ctx, "issues", issue, {
    ...changes,
    searchText,
    status,
    resolvedAtMs,
    updatedAtMs,
  });
  await updateIssueCounts(ctx, issue.projectId, { before: [issue], after: [after] });
  await report(ctx, "issue.updated", after, { from: issue.status });
  return after;
}

/** Adds an event to the feed of the project. */
async function report(
  ctx: MutationCtx,
  type: "issue.created" | "issue.updated" | "issue.deleted",
  { _id: id, projectId, title, status, priority }: Pick<Issue, "_id" | "projectId" | "title" | "status" | "priority">,
  more: { from?: IssueStatus } = {},
): Promise<void> {
  await appendToFeed(ctx, {
    projectId,
    type,
    subject: { type: "issue", id },
    data: { title, status, priority, ...more },
  });
}

/** The time at which the issue was resolved. An issue that was closed after that keeps it. */
function resolvedAfter(issue: Issue, status: IssueStatus): number | undefined {
  switch (status) {
    case "resolved":
      return issue.status === "resolved" ? issue.resolvedAtMs : Date.now();
    case "closed":
      return issue.resolvedAtMs;
    case "open":
    case "in_progress":
      return undefined;
  }
}
