import { internalMutation, internalQuery } from "../_generated/server";

/** The time of the last successful `probe`. Null when there was none. Fails when the database cannot be read. */
export const lastProbe = internalQuery({
  args: {},
  handler: async (ctx): Promise<number | null> => (await ctx.db.query("healthProbes").first())?.atMs ?? null,
});

/** The health check writes to the database, because reading still succeeds when the disk is full. */
export const probe = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    const last = await ctx.db.query("healthProbes").first();
    const now = { atMs: Date.now() };
    if (last === null) await ctx.db.insert("healthProbes", now);
    else await ctx.db.patch("healthProbes", last._id, now);
    return null;
  },
});
