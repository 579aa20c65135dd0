// Takes away what a project that is being deleted holds, in batches; the project itself goes last.
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

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

const clearKeys: Clear = async (ctx, projectId, most) => {
  const key = await ctx.db
    .query("apiKeys")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .first();
  if (key === null) return 0;
  const cleared = await clearKey(ctx, key, most);
  return cleared < most ? cleared + (await clearKeys(ctx, projectId, most - cleared)) : cleared;
};

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
  clearKeys,
  rowsOf("jobs", (ctx, projectId) => ctx.db.query("jobs").withIndex("by_project", (q) => q.eq("projectId", projectId))),
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
  rowsOf(
    "issueSessions",
    (ctx, projectId) => ctx.db.query("issueSessions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    3,
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
  rowsOf("personas", (ctx, projectId) =>
    ctx.db.query("personas").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("personaVersions", (ctx, projectId) =>
    ctx.db.query("personaVersions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("personaDays", (ctx, projectId) =>
    ctx.db.query("personaDays").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("personaTotals", (ctx, projectId) =>
    ctx.db.query("personaTotals").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("sprintChains", (ctx, projectId) =>
    ctx.db.query("sprintChains").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("workChains", (ctx, projectId) =>
    ctx.db.query("workChains").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("workflows", (ctx, projectId) =>
    ctx.db.query("workflows").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
];
