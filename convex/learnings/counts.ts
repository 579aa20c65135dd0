// The number of learnings of a project outside the trash: in total, by status and by category. The counts change
// together with the learnings. A category has a row of its own; the other counts are in the sums of the project.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { readCounts as readTallied, addCounts } from "../counters/shards";
import type { Counts as Tallied } from "../counters/shards";
import { outdateCopies } from "../sharedCopies/model";
import { learningReviews } from "./reviews";
import type { LearningReview } from "./schema";
import type { Counts } from "./stats";

type Countable = Pick<Doc<"learnings">, "status" | "category">;

const tallied = {
  pending: "pendingLearnings",
  approved: "approvedLearnings",
  rejected: "rejectedLearnings",
  archived: "archivedLearnings",
} as const satisfies Record<LearningReview, keyof Tallied>;

/** The number of categories that are shown. Further ones are counted but not shown. */
const categoriesShown = 1000;

/** Changes the counts after learnings of one project changed from `before` to `after`, either of which may be empty. */
export async function updateLearningCounts(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { before, after }: { before: readonly Countable[]; after: readonly Countable[] },
): Promise<void> {
  if ([...before, ...after].some(({ status }) => status === "approved")) {
    await outdateCopies(ctx, projectId, "learnings:");
  }
  const counts: Tallied = { totalLearnings: after.length - before.length };
  for (const review of learningReviews) {
    const ofReview = (learnings: readonly Countable[]) => learnings.filter(({ status }) => status === review).length;
    counts[tallied[review]] = ofReview(after) - ofReview(before);
  }
  await addCounts(ctx, projectId, { counts });
  const differences = new Map<string, number>();
  const note = ({ category }: Countable, sign: 1 | -1) => {
    if (category !== undefined) differences.set(category, (differences.get(category) ?? 0) + sign);
  };
  for (const learning of before) note(learning, -1);
  for (const learning of after) note(learning, 1);
  for (const [category, difference] of differences) await change(ctx, projectId, category, difference);
}

/** A category has a row only while its count is not 0, so that unused categories do not pile up. */
async function change(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  category: string,
  difference: number,
): Promise<void> {
  if (difference === 0) return;
  const row = await ctx.db
    .query("learningCounts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("category", category))
    .unique();
  if (row === null) await ctx.db.insert("learningCounts", { projectId, category, count: difference });
  else if (row.count + difference === 0) await ctx.db.delete("learningCounts", row._id);
  else await ctx.db.patch("learningCounts", row._id, { count: row.count + difference });
}

export async function readCounts(ctx: QueryCtx, projectId: Id<"projects">): Promise<Counts> {
  const categories = await ctx.db
    .query("learningCounts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(categoriesShown);
  const sums = await readTallied(ctx, projectId);
  const byStatus = learningReviews.map((value) => ({ value, count: sums[tallied[value]] ?? 0 }));
  return {
    byStatus: byStatus.filter(({ count }) => count !== 0),
    byCategory: categories.map(({ category, count }) => ({ value: category, count })),
  };
}
