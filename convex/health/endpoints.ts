import { internalMutation, internalQuery } from "../_generated/server";

/** When the database last took a write of `probe`; null when it never has. Fails when it cannot be read. */
export const lastProbe = internalQuery({
  args: {},
  handler: async (ctx): Promise<number | null> => (await ctx.db.query("healthProbes").first())?.atMs ?? null,
});

/** Fails when the database cannot be written: on a full disk, reads alone would go on to look well. */
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
