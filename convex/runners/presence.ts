// Whether anybody asks for jobs of a kind, in rows that are written only when that changes. What a waiting run shows
// depends on them, and a query that read the clock, or rows that each claim changes, could not be kept by the platform.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";

type Project = Id<"projects"> | undefined;

/** Means all kinds of jobs. */
export const anyKind = "";

/** Records that somebody asks for jobs of these kinds again. `servedId` is undefined when they serve all projects. */
export async function recordArrival(ctx: MutationCtx, servedId: Project, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    const row = await presenceOf(ctx, servedId, kind);
    const here = { isPresent: true, sinceMs: Date.now() };
    if (row === null) await ctx.db.insert("runnerPresence", { ...here, kind, ...omitNullish({ projectId: servedId }) });
    else if (!row.isPresent) await ctx.db.patch("runnerPresence", row._id, here);
  }
}

/**
 * The time since which nobody who may claim a job of this kind in this project has asked for jobs. Null while somebody
 * does, and 0 when nobody has ever asked. It is noticed within two minutes that nobody asks any more. `mustBeNamed`:
 * runners that ask for all kinds do not count.
 */
export async function absentSince(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  kind: string,
  { mustBeNamed = false } = {},
): Promise<number | null> {
  let lastMs = 0;
  for (const servedId of [undefined, projectId]) {
    for (const one of mustBeNamed ? [kind] : [kind, anyKind]) {
      const row = await presenceOf(ctx, servedId, one);
      if (row?.isPresent === true) return null;
      lastMs = Math.max(lastMs, row?.sinceMs ?? 0);
    }
  }
  return lastMs;
}

async function presenceOf(ctx: QueryCtx, servedId: Project, kind: string): Promise<Doc<"runnerPresence"> | null> {
  return await ctx.db
    .query("runnerPresence")
    .withIndex("by_project", (q) => q.eq("projectId", servedId).eq("kind", kind))
    .first();
}
