// Which roles a learning is told to, one row each for approved ones, so that what agents of a role are given is found
// however many others have been approved since. Those that apply to all roles need no row: the index of learnings finds
// them by their empty list.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { forgetSupplies } from "../supplies/model";

type Learning = Doc<"learnings">;

/** More than a learning may name. */
const rolesMax = 50;

/** The learning has changed from `before` to `after`. */
export async function reindexRoles(ctx: MutationCtx, before: Learning, after: Learning): Promise<void> {
  if (rolesToldTo(before).length + rolesToldTo(after).length > 0) await matchRows(ctx, after);
}

/** Of a learning from before there were such rows. Copies of what its roles are told were made without it. */
export async function indexRoles(ctx: MutationCtx, learning: Learning): Promise<void> {
  if (rolesToldTo(learning).length === 0) return;
  const hasChanged = await matchRows(ctx, learning);
  if (hasChanged) await forgetSupplies(ctx, learning.projectId, "learnings:");
}

/** Whether they were other ones. */
async function matchRows(ctx: MutationCtx, learning: Learning): Promise<boolean> {
  const { _id: learningId, projectId, _creationTime: learnedAt } = learning;
  const rows = await ctx.db
    .query("learningRoles")
    .withIndex("by_learning", (q) => q.eq("learningId", learningId))
    .take(rolesMax);
  const wanted = rolesToldTo(learning);
  const superfluous = rows.filter(({ role }) => !wanted.includes(role));
  const missing = wanted.filter((role) => !rows.some((row) => row.role === role));
  for (const { _id } of superfluous) await ctx.db.delete("learningRoles", _id);
  for (const role of missing) await ctx.db.insert("learningRoles", { projectId, role, learnedAt, learningId });
  return superfluous.length + missing.length > 0;
}

function rolesToldTo({ status, deletedAtMs, applicableRoles }: Learning): string[] {
  return status === "approved" && deletedAtMs === undefined ? applicableRoles : [];
}
