import { internalQuery } from "../_generated/server";

/** Fails when the database cannot be read; what it reads does not matter. */
export const read = internalQuery({
  args: {},
  handler: async (ctx): Promise<null> => {
    await ctx.db.query("projects").first();
    return null;
  },
});
