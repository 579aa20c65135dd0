// How many learnings a project has, kept as they change: all that are not in the trash, and by status and category.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeCounter } from "../counters/model";
import { forgetSupplies } from "../deliveries/supplies";
import type { Counts } from "./stats";

type Countable = Pick<Doc<"learnings">, "status" | "category">;
type Subject = Pick<Doc<"learningCounts">, "by" | "value">;

/** More categories than these are counted and not shown. */
const categoriesShown = 1000;
const statusesMax = 10;

/** Learnings of one project, as they were counted and as they are to be; either may be none. */
export async function recount(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { before, after }: { before: readonly Countable[]; after: readonly Countable[] },
): Promise<void> {
  if ([...before, ...after].some(({ status }) => status === "approved")) {
    await forgetSupplies(ctx, projectId, "learnings:");
  }
  const differences = new Map<string, { subject: Subject; difference: number }>();
  const note = (subject: Subject, sign: 1 | -1) => {
    const key = `${subject.by} ${subject.value}`;
    const difference = (differences.get(key)?.difference ?? 0) + sign;
    differences.set(key, { subject, difference });
  };
  for (const subject of before.flatMap(subjectsOf)) note(subject, -1);
  for (const subject of after.flatMap(subjectsOf)) note(subject, 1);
  for (const { subject, difference } of differences.values()) await change(ctx, projectId, subject, difference);
  const difference = after.length - before.length;
  if (difference !== 0) await changeCounter(ctx, projectId, "totalLearnings", difference);
}

function subjectsOf({ status, category }: Countable): Subject[] {
  const ofStatus: Subject = { by: "status", value: status };
  return category === undefined ? [ofStatus] : [ofStatus, { by: "category", value: category }];
}

/** A row is there while it counts something, so that categories which nobody uses do not pile up. */
async function change(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { by, value }: Subject,
  difference: number,
): Promise<void> {
  if (difference === 0) return;
  const row = await ctx.db
    .query("learningCounts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("by", by).eq("value", value))
    .unique();
  if (row === null) await ctx.db.insert("learningCounts", { projectId, by, value, count: difference });
  else if (row.count + difference === 0) await ctx.db.delete("learningCounts", row._id);
  else await ctx.db.patch("learningCounts", row._id, { count: row.count + difference });
}

export async function readCounts(ctx: QueryCtx, projectId: Id<"projects">): Promise<Counts> {
  const read = async (by: Subject["by"], most: number) => {
    const rows = await ctx.db
      .query("learningCounts")
      .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("by", by))
      .take(most);
    return rows.map(({ value, count }) => ({ value, count }));
  };
  return { byStatus: await read("status", statusesMax), byCategory: await read("category", categoriesShown) };
}
