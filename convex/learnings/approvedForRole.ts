// Reads the approved learnings that agents of one type of role receive, newest first. Learnings of that role come from
// `learningRoles`, those for all roles from an index of their own. So the number of reads does not depend on how many
// learnings other roles have.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mergeNewestFirst } from "../lib/newestFirst";

type Learning = Doc<"learnings">;

export async function* approvedForRole(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  roleType: string,
): AsyncGenerator<Learning> {
  const ranges = [forAll(ctx, projectId), ofRole(ctx, projectId, roleType)];
  let last: Learning | undefined;
  for await (const learning of mergeNewestFirst(ranges)) {
    if (learning._id !== last?._id) yield learning;
    last = learning;
  }
}

function forAll(ctx: QueryCtx, projectId: Id<"projects">): AsyncIterable<Learning> {
  return ctx.db
    .query("learnings")
    .withIndex("by_status_and_roles", (q) =>
      q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", "approved").eq("applicableRoles", []),
    )
    .order("desc");
}

async function* ofRole(ctx: QueryCtx, projectId: Id<"projects">, role: string): AsyncGenerator<Learning> {
  const rows = ctx.db
    .query("learningRoles")
    .withIndex("by_role", (q) => q.eq("projectId", projectId).eq("role", role))
    .order("desc");
  for await (const { learningId } of rows) {
    const learning = await ctx.db.get("learnings", learningId);
    if (learning !== null) yield learning;
  }
}
