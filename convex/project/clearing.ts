// Takes away what a project that is being deleted holds, in batches; the project itself goes last.
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { removeParts } from "../idempotency/model";
import { isFull, removeInto, roomFor } from "../lib/room";
import type { Room } from "../lib/room";
import { clearRowsOfRun } from "../runs/clearing";
import { clearWithin } from "../sandboxes/clearing";

const rowsPerBatch = 200;

/** Takes away what there is room for. */
type Clear = (ctx: MutationCtx, projectId: Id<"projects">, room: Room) => Promise<void>;

/** One batch. Whether anything is left. */
export async function clearBatch(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  const room = roomFor(rowsPerBatch);
  for (const clear of holdings) {
    await clear(ctx, projectId, room);
    if (isFull(room)) return true;
  }
  const project = await ctx.db.get("projects", projectId);
  if (project !== null) await ctx.db.delete("projects", projectId);
  return false;
}

/** By an index that begins with the project. What hangs on a row is `clearTraces`' to take away, before the row itself. */
function rowsOf<Table extends TableNames>(
  table: Table,
  find: (ctx: MutationCtx, projectId: Id<"projects">) => AsyncIterable<Doc<Table>>,
  clearTraces: (ctx: MutationCtx, id: Id<Table>, room: Room) => Promise<void> = async () => {},
): Clear {
  return async (ctx, projectId, room) => {
    await removeInto(room, find(ctx, projectId), async ({ _id }) => {
      await clearTraces(ctx, _id, room);
      if (!isFull(room)) await ctx.db.delete(table, _id);
    });
  };
}

/** The last use of a key is one row at most. */
async function clearUses(ctx: MutationCtx, keyId: Id<"apiKeys">, room: Room): Promise<void> {
  const uses = ctx.db.query("apiKeyUses").withIndex("by_key", (q) => q.eq("keyId", keyId));
  await removeInto(room, uses, ({ _id }) => ctx.db.delete("apiKeyUses", _id));
  const lastUses = ctx.db.query("apiKeyLastUses").withIndex("by_key", (q) => q.eq("keyId", keyId));
  await removeInto(room, lastUses, ({ _id }) => ctx.db.delete("apiKeyLastUses", _id));
}

/** Keys and jobs first: they are what is used. */
const holdings: readonly Clear[] = [
  rowsOf(
    "apiKeys",
    (ctx, projectId) => ctx.db.query("apiKeys").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    clearUses,
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
  rowsOf("supplyParts", (ctx, projectId) =>
    ctx.db.query("supplyParts").withIndex("by_project", (q) => q.eq("projectId", projectId)),
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
  rowsOf(
    "idempotencyKeys",
    (ctx, projectId) =>
      ctx.db.query("idempotencyKeys").withIndex("by_project_and_key", (q) => q.eq("projectId", projectId)),
    removeParts,
  ),
  rowsOf("tallies", (ctx, projectId) =>
    ctx.db.query("tallies").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("projectCounters", (ctx, projectId) =>
    ctx.db.query("projectCounters").withIndex("by_project_and_name", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("notifications", (ctx, projectId) =>
    ctx.db.query("notifications").withIndex("by_recipient", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("inboxTallies", (ctx, projectId) =>
    ctx.db.query("inboxTallies").withIndex("by_recipient", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("inboxes", (ctx, projectId) =>
    ctx.db.query("inboxes").withIndex("by_recipient", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("issues", (ctx, projectId) =>
    ctx.db.query("issues").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("issueSessions", (ctx, projectId) =>
    ctx.db.query("issueSessions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("issueSessionPrompts", (ctx, projectId) =>
    ctx.db.query("issueSessionPrompts").withIndex("by_project", (q) => q.eq("projectId", projectId)),
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
  rowsOf("learnings", (ctx, projectId) =>
    ctx.db.query("learnings").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  // After the learnings, which a migration may still be giving rows here.
  rowsOf("learningRoles", (ctx, projectId) =>
    ctx.db.query("learningRoles").withIndex("by_role", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("learningCounts", (ctx, projectId) =>
    ctx.db.query("learningCounts").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("learningVersions", (ctx, projectId) =>
    ctx.db.query("learningVersions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("learningDocuments", (ctx, projectId) =>
    ctx.db.query("learningDocuments").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("assets", (ctx, projectId) =>
    ctx.db.query("assets").withIndex("by_project_and_kind", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("assetVersions", (ctx, projectId) =>
    ctx.db.query("assetVersions").withIndex("by_project", (q) => q.eq("projectId", projectId)),
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
  rowsOf("personaTallies", (ctx, projectId) =>
    ctx.db.query("personaTallies").withIndex("by_project", (q) => q.eq("projectId", projectId)),
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
  rowsOf(
    "runs",
    (ctx, projectId) => ctx.db.query("runs").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    clearRowsOfRun,
  ),
  rowsOf("runNumbers", (ctx, projectId) =>
    ctx.db.query("runNumbers").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf(
    "sandboxes",
    (ctx, projectId) => ctx.db.query("sandboxes").withIndex("by_project", (q) => q.eq("projectId", projectId)),
    clearWithin,
  ),
  rowsOf("usageRecords", (ctx, projectId) =>
    ctx.db.query("usageRecords").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("dailyStats", (ctx, projectId) =>
    ctx.db.query("dailyStats").withIndex("by_project_and_date", (q) => q.eq("projectId", projectId)),
  ),
  rowsOf("workflows", (ctx, projectId) =>
    ctx.db.query("workflows").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
  // Last: whatever is still there may be paused until then.
  rowsOf("pausedWork", (ctx, projectId) =>
    ctx.db.query("pausedWork").withIndex("by_project", (q) => q.eq("projectId", projectId)),
  ),
];
