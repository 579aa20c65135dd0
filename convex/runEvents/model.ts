import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { RunEvent } from "./events";

type Run = Doc<"runs">;

/** Adds an event to the run's log in the transaction that causes it. Its number follows the newest one. */
export async function appendEvent(ctx: MutationCtx, run: Run, event: RunEvent): Promise<void> {
  const newest = await newestEvent(ctx, run);
  await insertEvent(ctx, run, event, (newest?.seq ?? 0) + 1);
}

/** Adds the first event of a new run, which needs no read. */
export async function appendFirstEvent(ctx: MutationCtx, run: Run, event: RunEvent): Promise<void> {
  await insertEvent(ctx, run, event, 1);
}

async function insertEvent(ctx: MutationCtx, run: Run, event: RunEvent, seq: number): Promise<void> {
  const { type, ...data } = event;
  await ctx.db.insert("runEvents", { projectId: run.projectId, runId: run._id, seq, type, data: JSON.stringify(data) });
}

async function newestEvent(ctx: QueryCtx, run: Run): Promise<Doc<"runEvents"> | null> {
  return await ctx.db
    .query("runEvents")
    .withIndex("by_run", (q) => q.eq("runId", run._id))
    .order("desc")
    .first();
}

export async function eventsAfter(ctx: QueryCtx, run: Run, seq: number, most: number): Promise<Doc<"runEvents">[]> {
  return await ctx.db
    .query("runEvents")
    .withIndex("by_run", (q) => q.eq("runId", run._id).gt("seq", seq))
    .take(most);
}
