// Copies that runs share: of what can change in a project, made by the first run that needs it and kept until it changes,
// so that a run costs a few short rows, however much it is given.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { partsOf } from "../lib/parts";
import { leaveBehind } from "./leftovers";

/** What they come to is within what one transaction may read. */
const partsMax = 40;
/** Learnings, of which there is a copy for each role, are forgotten together. */
const forgottenAtOnce = 20;

export async function currentSupply(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  key: string,
  make: () => Promise<unknown>,
): Promise<Id<"supplies">> {
  const current = await ctx.db
    .query("supplies")
    .withIndex("by_project_and_key", (q) => q.eq("projectId", projectId).eq("isCurrent", true).eq("key", key))
    .unique();
  if (current !== null) return current._id;
  const parts = partsOf(JSON.stringify(await make()));
  const supplyId = await ctx.db.insert("supplies", { projectId, key, isCurrent: true });
  for (const [number, text] of parts.entries()) {
    await ctx.db.insert("supplyParts", { projectId, supplyId, number, text });
  }
  return supplyId;
}

/** What `make` gave; the type is for the caller to know. */
export async function readSupply(ctx: QueryCtx, supplyId: Id<"supplies">): Promise<unknown> {
  const parts = await ctx.db
    .query("supplyParts")
    .withIndex("by_supply", (q) => q.eq("supplyId", supplyId))
    .take(partsMax);
  return JSON.parse(parts.map(({ text }) => text).join(""));
}

/** What a key that begins so is of has changed: runs that start from now on are given a new copy. */
export async function forgetSupplies(ctx: MutationCtx, projectId: Id<"projects">, beginning: string): Promise<void> {
  const forgotten = await ctx.db
    .query("supplies")
    .withIndex("by_project_and_key", (q) =>
      q.eq("projectId", projectId).eq("isCurrent", true).gte("key", beginning).lt("key", `${beginning}\uffff`),
    )
    .take(forgottenAtOnce);
  for (const { _id: supplyId } of forgotten) {
    await ctx.db.patch("supplies", supplyId, { isCurrent: false });
    await leaveBehind(ctx, projectId, { kind: "supply", supplyId });
  }
}

export async function removeSupply(ctx: MutationCtx, supplyId: Id<"supplies">): Promise<void> {
  const parts = await ctx.db
    .query("supplyParts")
    .withIndex("by_supply", (q) => q.eq("supplyId", supplyId))
    .take(partsMax);
  for (const { _id } of parts) await ctx.db.delete("supplyParts", _id);
  await ctx.db.delete("supplies", supplyId);
}
