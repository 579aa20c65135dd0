// Deletes everything that belongs to a deleted project, in batches. The project itself is deleted last.
import type { DataModel, Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { removeParts } from "../idempotency/model";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { clearRowsOfRun } from "../runs/trash";
import { clearWithin } from "../sandboxes/clearing";

const rowsPerBatch = 200;

/** An index that begins with the project. */
type IndexOfProject<Table extends TableNames> = {
  [Name in keyof DataModel[Table]["indexes"]]: DataModel[Table]["indexes"][Name] extends ["projectId", ...string[]]
    ? Name
    : never;
}[keyof DataModel[Table]["indexes"]];

type OfProject = { [Table in TableNames]: "projectId" extends keyof Doc<Table> ? Table : never }[TableNames];

/** Tables whose rows are deleted together with a row of another table. */
type OfOther =
  | "runSteps"
  | "runLabels"
  | "runEvents"
  | "runQuestions"
  | "runFeedback"
  | "runRounds"
  | "artifacts"
  | "artifactTotals"
  | "messages";

type TableOfProject = Exclude<OfProject, OfOther>;

/** Tables in the order of their deletion. Keys and jobs come first, because they are still in use. */
const holdings = {
  apiKeys: "by_project",
  runnerTokens: "by_project",
  webhooks: "by_project",
  budgetPauses: "by_project",
  budgetShards: "by_project",
  budgets: "by_project",
  webhookStates: "by_project",
  webhookFeeds: "by_project",
  webhookDeliveries: "by_project",
  jobs: "by_project",
  followedRequests: "by_number",
  inboundHooks: "by_project",
  hookDeliveries: "by_project",
  queuePlaces: "by_holder",
  queueLimits: "by_key",
  repositoryChecks: "by_project",
  runners: "by_project_and_time",
  runnerReports: "by_project",
  lastClaims: "by_project",
  runnerPresence: "by_project",
  pendingDeletions: "by_project",
  runSnapshots: "by_project",
  sharedCopies: "by_project_and_key",
  sharedCopyParts: "by_project",
  trashItems: "by_project",
  providerKeys: "by_project",
  projectSettings: "by_project",
  projectMembers: "by_project",
  projectInvitations: "by_project",
  idempotencyKeys: "by_project_and_key",
  counters: "by_project",
  notifications: "by_recipient",
  inboxCounters: "by_recipient",
  inboxes: "by_recipient",
  inboxItems: "by_project",
  auditEntries: "by_project",
  inboxItemCounts: "by_project",
  issues: "by_project",
  issueSessions: "by_project",
  issueSessionPrompts: "by_project",
  issueSessionSteps: "by_project",
  answeringSessions: "by_project",
  sessionQuestions: "by_project",
  mergeRuns: "by_project",
  learnings: "by_project",
  // These rows come after the learnings, because a migration may still be adding rows here for a learning.
  learningRoles: "by_role",
  learningCounts: "by_project",
  learningVersions: "by_project",
  learningDocuments: "by_project",
  assets: "by_project_and_kind",
  assetVersions: "by_project",
  recurringTasks: "by_project",
  personas: "by_project",
  personaVersions: "by_project",
  personaDays: "by_project",
  personaCounters: "by_project",
  sprintChains: "by_project",
  workChains: "by_project",
  bulkActions: "by_project",
  bulkBatches: "by_project",
  runs: "by_project",
  runNumbers: "by_project",
  // These rows come after the runs, because the migration may still be adding rows here for a run.
  outcomeCounters: "by_project_and_date",
  outcomeDays: "by_project_and_date",
  sandboxes: "by_project",
  usageRecords: "by_project",
  // These rows come after the records, because the migration may still be adding rows here for a record.
  usageCounters: "by_project_and_date",
  usageDays: "by_dimension_and_date",
  runUsage: "by_total",
  dailyStats: "by_project_and_date",
  workflows: "by_project",
  events: "by_commit",
  eventRemovals: "by_project",
  // These rows come last, because rows that still exist may be paused until then.
  pausedWork: "by_project",
} as const satisfies { [Table in TableOfProject]: IndexOfProject<Table> };

/** Deletes the rows that belong to a row before the row itself. */
const traces: { [Table in TableOfProject]?: (ctx: MutationCtx, id: Id<Table>, budget: BatchBudget) => Promise<void> } =
  {
    apiKeys: clearUses,
    idempotencyKeys: removeParts,
    runs: clearRowsOfRun,
    sandboxes: clearWithin,
  };

/** Deletes one batch. Returns whether anything is left. */
export async function clearBatch(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  const budget = batchBudget(rowsPerBatch);
  for (const table of Object.keys(holdings) as TableOfProject[]) {
    await clearTable(ctx, table, projectId, budget);
    if (isSpent(budget)) return true;
  }
  const project = await ctx.db.get("projects", projectId);
  if (project !== null) await ctx.db.delete("projects", projectId);
  return false;
}

async function clearTable(
  ctx: MutationCtx,
  name: TableOfProject,
  projectId: Id<"projects">,
  budget: BatchBudget,
): Promise<void> {
  // The compiler can check only one table at a time. The types above ensure that each table has its index.
  const table = name as "jobs";
  const clearTraces = traces[table];
  const rows = ctx.db.query(table).withIndex(holdings[table], (q) => q.eq("projectId", projectId));
  await removeWithin(budget, rows, async ({ _id }) => {
    await clearTraces?.(ctx, _id, budget);
    if (!isSpent(budget)) await ctx.db.delete(table, _id);
  });
}

/** A key has at most one row for its last use. */
async function clearUses(ctx: MutationCtx, keyId: Id<"apiKeys">, budget: BatchBudget): Promise<void> {
  const uses = ctx.db.query("apiKeyUses").withIndex("by_key", (q) => q.eq("keyId", keyId));
  await removeWithin(budget, uses, ({ _id }) => ctx.db.delete("apiKeyUses", _id));
  const lastUses = ctx.db.query("apiKeyLastUses").withIndex("by_key", (q) => q.eq("keyId", keyId));
  await removeWithin(budget, lastUses, ({ _id }) => ctx.db.delete("apiKeyLastUses", _id));
}
