// Fills in the search text of rows that were created before the search existed. The newest rows come first. So while
// any row of a table lacks the text, the oldest row lacks it, too.
import type { GenericTableInfo, OrderedQuery } from "convex/server";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { searchTextOfIssue } from "../issues/search";
import { searchTextOfLearning } from "../learnings/search";
import { searchTextOfRun } from "../runs/search";

const searchable = v.union(v.literal("runs"), v.literal("issues"), v.literal("learnings"));

/** One transaction can read and rewrite this number of rows even if all of them are as large as possible. */
const rowsPerBatch = 25;

export const begin = internalMutation({
  args: {},
  handler: async (ctx) => {
    for (const table of ["runs", "issues", "learnings"] as const) {
      const oldest = await ctx.db.query(table).first();
      if (oldest === null || oldest.searchText !== undefined) continue;
      await ctx.scheduler.runAfter(0, internal.search.jobs.fill, { table, cursor: null });
    }
  },
});

export const fill = internalMutation({
  args: { table: searchable, cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { table, cursor }) => {
    const next = await fillers[table](ctx, cursor);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.search.jobs.fill, { table, cursor: next });
  },
});

/** Fills one batch of a table. Returns the cursor of the next batch, or null after the last one. */
type Fill = (ctx: MutationCtx, cursor: string | null) => Promise<string | null>;

const fillers: Record<"runs" | "issues" | "learnings", Fill> = {
  runs: async (ctx, cursor) =>
    await fillFrom(ctx.db.query("runs").order("desc"), cursor, async (run) => {
      await ctx.db.patch("runs", run._id, { searchText: searchTextOfRun(run) });
    }),
  issues: async (ctx, cursor) =>
    await fillFrom(ctx.db.query("issues").order("desc"), cursor, async (issue) => {
      await ctx.db.patch("issues", issue._id, { searchText: searchTextOfIssue(issue) });
    }),
  learnings: async (ctx, cursor) =>
    await fillFrom(ctx.db.query("learnings").order("desc"), cursor, async (learning) => {
      await ctx.db.patch("learnings", learning._id, { searchText: searchTextOfLearning(learning) });
    }),
};

async function fillFrom<Row extends { searchText?: string }>(
  rows: OrderedQuery<Omit<GenericTableInfo, "document"> & { document: Row }>,
  cursor: string | null,
  fillOne: (row: Row) => Promise<void>,
): Promise<string | null> {
  const { page, isDone, continueCursor } = await rows.paginate({ cursor, numItems: rowsPerBatch });
  for (const row of page) if (row.searchText === undefined) await fillOne(row);
  return isDone ? null : continueCursor;
}
