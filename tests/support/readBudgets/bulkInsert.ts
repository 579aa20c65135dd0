// Pushed beside the product, for tests alone: fills a table faster than anything that the product offers.
import { internalMutationGeneric } from "convex/server";
import { v } from "convex/values";

/** Answers the ids, in the order of the documents. */
export const insertAll = internalMutationGeneric({
  args: { table: v.string(), documents: v.array(v.any()) },
  handler: async (ctx, { table, documents }): Promise<string[]> => {
    const ids: string[] = [];
    for (const document of documents) ids.push(await ctx.db.insert(table, document));
    return ids;
  },
});
