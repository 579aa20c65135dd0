// The table `learningRoles`: one row for each role that an approved learning names. With it, the learnings for a role
// are found no matter how many others have been approved since. Learnings for all roles need no row: the index of
// `learnings` finds them by their empty list of roles.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

type Learning = Doc<"learnings">;

/** More roles than a learning may name. */
const maxRoles = 50;

/** Updates the rows of a learning that has changed from `before` to `after`. */
export async function reindexRoles(ctx: MutationCtx, before: Learning, after: Learning): Promise<void> {
  if (indexedRoles(before).length + indexedRoles(after).length > 0) await updateRows(ctx, after);
}

/** Makes the rows of a learning match it. */
async function updateRows(ctx: MutationCtx, learning: Learning): Promise<void> {
  const { _id: learningId, projectId, _creationTime: learnedAt } = learning;
  const rows = await ctx.db
    .query("learningRoles")
    .withIndex("by_learning", (q) => q.eq("learningId", learningId))
    .take(maxRoles);
  const wanted = indexedRoles(learning);
  const superfluous = rows.filter(({ role }) => !wanted.includes(role));
  const missing = wanted.filter((role) => !rows.some((row) => row.role === role));
  for (const { _id } of superfluous) await ctx.db.delete("learningRoles", _id);
  for (const role of missing) await ctx.db.insert("learningRoles", { projectId, role, learnedAt, learningId });
}

function indexedRoles({ status, deletedAtMs, applicableRoles }: Learning): string[] {
  return status === "approved" && deletedAtMs === undefined ? applicableRoles : [];
}
