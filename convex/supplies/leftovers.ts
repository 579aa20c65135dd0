// What changes while runs go on stays for those that were given it. Which runs use it is not written down: it is enough
// that all of a project's runs that go on began after it was left behind.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Leftover } from "./schema";

const lookEveryMs = 5 * 60_000;
/** Two transactions at one time may have clocks that differ by this much. */
const clockDifferenceMs = 60_000;

/** Whether a run of the project may have been given what is about to be removed. */
export async function isAnyRunOpen(ctx: QueryCtx, projectId: Id<"projects">): Promise<boolean> {
  return (await oldestSnapshot(ctx, projectId)) !== null;
}

export async function leaveBehind(ctx: MutationCtx, projectId: Id<"projects">, what: Leftover): Promise<void> {
  await ctx.db.insert("leftovers", { projectId, what, lookAtMs: Date.now() + lookEveryMs });
}

export function leftoversToLookAt(ctx: QueryCtx): AsyncIterable<Doc<"leftovers">> {
  return ctx.db.query("leftovers").withIndex("by_time", (q) => q.lte("lookAtMs", Date.now()));
}

/** Whether nobody needs it any more; if somebody may, it is looked at again later. */
export async function isFree(ctx: MutationCtx, leftover: Doc<"leftovers">): Promise<boolean> {
  const oldest = await oldestSnapshot(ctx, leftover.projectId);
  if (oldest === null || oldest._creationTime > leftover._creationTime + clockDifferenceMs) return true;
  await ctx.db.patch("leftovers", leftover._id, { lookAtMs: Date.now() + lookEveryMs });
  return false;
}

async function oldestSnapshot(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"runSnapshots"> | null> {
  return await ctx.db
    .query("runSnapshots")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .first();
}
