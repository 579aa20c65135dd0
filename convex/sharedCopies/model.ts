// Copies of a project's changeable data that runs share. The first run that needs a copy creates it, and
// later runs use it until its source changes. So a run needs only a few short rows, however much data it receives.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { outdateRememberedCopies } from "../counters/createdRuns";
import { splitText } from "../lib/textLength";
import { deleteWhenUnused } from "./pendingDeletions";

/** The most parts of one copy. Together they are within what one transaction may read. */
const maxParts = 40;
/** The most copies that one call forgets. Learnings have one copy per role, and these are forgotten together. */
const maxOutdatedAtOnce = 20;

export async function currentCopy(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  key: string,
  make: () => Promise<unknown>,
): Promise<Id<"sharedCopies">> {
  const current = await ctx.db
    .query("sharedCopies")
    .withIndex("by_project_and_key", (q) => q.eq("projectId", projectId).eq("isCurrent", true).eq("key", key))
    .unique();
  if (current !== null) return current._id;
  const parts = splitText(JSON.stringify(await make()));
  const sharedCopyId = await ctx.db.insert("sharedCopies", { projectId, key, isCurrent: true });
  for (const [number, text] of parts.entries()) {
    await ctx.db.insert("sharedCopyParts", { projectId, sharedCopyId, number, text });
  }
  return sharedCopyId;
}

/** Returns what `make` returned when the copy was created. The caller must know its type. */
export async function readCopy(ctx: QueryCtx, sharedCopyId: Id<"sharedCopies">): Promise<unknown> {
  const parts = await ctx.db
    .query("sharedCopyParts")
    .withIndex("by_copy", (q) => q.eq("sharedCopyId", sharedCopyId))
    .take(maxParts);
  return JSON.parse(parts.map(({ text }) => text).join(""));
}

/** Call when the source of the copies under these keys changes. Runs that start afterwards receive a new copy. */
export async function outdateCopies(ctx: MutationCtx, projectId: Id<"projects">, beginning: string): Promise<void> {
  const forgotten = await ctx.db
    .query("sharedCopies")
    .withIndex("by_project_and_key", (q) =>
      q.eq("projectId", projectId).eq("isCurrent", true).gte("key", beginning).lt("key", `${beginning}\uffff`),
    )
    .take(maxOutdatedAtOnce);
  for (const { _id: sharedCopyId } of forgotten) {
    await ctx.db.patch("sharedCopies", sharedCopyId, { isCurrent: false });
    await deleteWhenUnused(ctx, projectId, { kind: "sharedCopy", sharedCopyId });
  }
  // Workflows remember copies, and a copy that was forgotten may be among them.
  if (forgotten.length > 0) await outdateRememberedCopies(ctx, projectId);
}

export async function deleteCopy(ctx: MutationCtx, sharedCopyId: Id<"sharedCopies">): Promise<void> {
  const parts = await ctx.db
    .query("sharedCopyParts")
    .withIndex("by_copy", (q) => q.eq("sharedCopyId", sharedCopyId))
    .take(maxParts);
  for (const { _id } of parts) await ctx.db.delete("sharedCopyParts", _id);
  await ctx.db.delete("sharedCopies", sharedCopyId);
}
