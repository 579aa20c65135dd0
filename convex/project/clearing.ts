// Takes away what a project that is being deleted holds, in batches; the project itself goes last.
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { clearSandboxes } from "../sandboxes/clearing";
import { clearRowsOfRun } from "../runs/clearing";

const rowsPerBatch = 200;

/** Deletes about `most` rows and says how many. */
type Clear = (ctx: MutationCtx, projectId: Id<"projects">, most: number) => Promise<number>;

/** One batch. Whether anything is left. */
export async function clearBatch(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  let left = rowsPerBatch;
  for (const clear of holdings) {
    left -= await clear(ctx, projectId, left);
    if (left <= 0) return true;
  }
  const project = await ctx.db.get("projects", projectId);
  if (project !== null) await ctx.db.delete("projects", projectId);
  return false;
}

/** Rows that others hang on, one after another; `clearOne` takes the row itself away when nothing hangs on it any more. */
function oneByOne<Row>(
  find: (ctx: MutationCtx, projectId: Id<"projects">) => { first(): Promise<Row | null> },
  clearOne: (ctx: MutationCtx, row: Row, most: number) => Promise<number>,
): Clear {
  return async (ctx, projectId, most) => {
    let cleared = 0;
    while (cleared < most) {
      const row = await find(ctx, projectId).first();
      if (row === null) break;
      cleared += await clearOne(ctx, row, most - cleared);
    }
    return cleared;
  };
}

/** Its uses first, then the key and its last use, which together count as one. */
async function clearKey(ctx: MutationCtx, key: Doc<"apiKeys">, most: number): Promise<number> {
  const uses = await ctx.db
    .query("apiKeyUses")
    .withIndex("by_key", (q) => q.eq("keyId", key._id))
    .take(most);
  for (const use of uses) await ctx.db.delete("apiKeyUses", use._id);
  if (uses.length === most) return most;
  const lastUse = await ctx.db
    .query("apiKeyLastUses")
    .withIndex("by_key", (q) => q.eq("keyId", key._id))
    .unique();
  if (lastUse !== null) await ctx.db.delete("apiKeyLastUses", lastUse._id);
  await ctx.db.delete("apiKeys", key._id);
  return uses.length + 1;
}

/** Its steps and events first, then the run. */
async function clearRun(ctx: MutationCtx, run: Doc<"runs">, most: number): Promise<number> {
  const rows = await clearRowsOfRun(ctx, run._id, most);
  if (rows === most) return most;
  await ctx.db.delete("runs", run._id);
  return rows + 1;
}

/** Rows that nothing else hangs on, by an index that begins with the project. `weight`: a large one counts as so many. */
function rowsOf<Table extends TableNames>(
  table: Table,
  find: (ctx: MutationCtx, projectId: Id<"projects">) => { take(most: number): Promise<Doc<Table>[]> },
  weight = 1,
): Clear {
  return async (ctx, projectId, most) => {
    const rows = await find(ctx, projectId).take(Math.ceil(most / weight));
    for (const row of rows) await ctx.db.delete(table, row._id);
    return rows.length * weight;
  };
}

/** Keys and jobs first: they are what is used. */
const holdings: readonly Clear[] = [
  oneByOne(
    (ctx, projectId) => ctx.db.query("apiKeys").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    clearKey,
  ),
  rowsOf("jobs", (ctx, projectId) => ctx.db.query("jobs").withIndex("by_project", (q) => q.eq("projectId", projectId))),
  rowsOf("leftovers", (ctx, projectId) =>
    ctx.db.query("leftovers").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("runSnapshots", (ctx, projectId) =>
    ctx.db.query("runSnapshots").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("supplies", (ctx, projectId) =>
    ctx.db.query("supplies").withIndex("by_project_and_key", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "supplyParts",
    (ctx, projectId) => ctx.db.query("supplyParts").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    20,
  ),
  rowsOf("trashItems", (ctx, projectId) =>
    ctx.db.query("trashItems").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("providerKeys", (ctx, projectId) =>
    ctx.db.query("providerKeys").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("projectSettings", (ctx, projectId) =>
    ctx.db.query("projectSettings").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("projectMembers", (ctx, projectId) =>
    ctx.db.query("projectMembers").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("projectInvitations", (ctx, projectId) =>
    ctx.db.query("projectInvitations").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("idempotencyKeys", (ctx, projectId) =>
    ctx.db.query("idempotencyKeys").withIndex("by_project_and_key", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("projectCounters", (ctx, projectId) =>
    ctx.db.query("projectCounters").withIndex("by_project_and_name", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("notifications", (ctx, projectId) =>
    ctx.db.query("notifications").withIndex("by_recipient", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("inboxes", (ctx, projectId) =>
    ctx.db.query("inboxes").withIndex("by_recipient", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "issues",
    (ctx, projectId) => ctx.db.query("issues").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    3,
  ),
  rowsOf("issueSessions", (ctx, projectId) =>
    ctx.db.query("issueSessions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "issueSessionPrompts",
    (ctx, projectId) =>
      ctx.db.query("issueSessionPrompts").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    4,
  ),
  rowsOf("issueSessionSteps", (ctx, projectId) =>
    ctx.db.query("issueSessionSteps").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("answeringSessions", (ctx, projectId) =>
    ctx.db.query("answeringSessions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("sessionQuestions", (ctx, projectId) =>
    ctx.db.query("sessionQuestions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("mergeRuns", (ctx, projectId) =>
    ctx.db.query("mergeRuns").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "learnings",
    (ctx, projectId) => ctx.db.query("learnings").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    2,
  ),
  rowsOf("learningCounts", (ctx, projectId) =>
    ctx.db.query("learningCounts").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("learningVersions", (ctx, projectId) =>
    ctx.db.query("learningVersions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "learningDocuments",
    (ctx, projectId) => ctx.db.query("learningDocuments").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    20,
  ),
  rowsOf("assets", (ctx, projectId) =>
    ctx.db.query("assets").withIndex("by_project_and_kind", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "assetVersions",
    (ctx, projectId) => ctx.db.query("assetVersions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    20,
  ),
  rowsOf("recurringTasks", (ctx, projectId) =>
    ctx.db.query("recurringTasks").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "personas",
    (ctx, projectId) => ctx.db.query("personas").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    10,
  ),
  rowsOf(
    "personaVersions",
    (ctx, projectId) => ctx.db.query("personaVersions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    10,
  ),
  rowsOf("personaDays", (ctx, projectId) =>
    ctx.db.query("personaDays").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("personaTotals", (ctx, projectId) =>
    ctx.db.query("personaTotals").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "sprintChains",
    (ctx, projectId) => ctx.db.query("sprintChains").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    10,
  ),
  rowsOf("workChains", (ctx, projectId) =>
    ctx.db.query("workChains").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  oneByOne(
    (ctx, projectId) => ctx.db.query("runs").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    clearRun,
  ),
  rowsOf("runNumbers", (ctx, projectId) =>
    ctx.db.query("runNumbers").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  clearSandboxes,
  rowsOf("usageRecords", (ctx, projectId) =>
    ctx.db.query("usageRecords").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("dailyStats", (ctx, projectId) =>
    ctx.db.query("dailyStats").withIndex("by_project_and_date", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("workflows", (ctx, projectId) =>
    ctx.db.query("workflows").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
];
