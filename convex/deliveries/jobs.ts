import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { removeVersions } from "../assets/removal";
import { isFree, leftoversToLookAt } from "./leftovers";
import { removeSupply } from "./supplies";

/** Each may hold megabytes. */
const leftoversPerBatch = 4;

export const sweep = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    const leftovers = await leftoversToLookAt(ctx, leftoversPerBatch);
    for (const leftover of leftovers) {
      if (!(await isFree(ctx, leftover))) continue;
      const { what } = leftover;
      if (what.kind === "supply") await removeSupply(ctx, what.supplyId);
      else await removeVersions(ctx, what.assetId);
      await ctx.db.delete("leftovers", leftover._id);
    }
    if (leftovers.length === leftoversPerBatch) await ctx.scheduler.runAfter(0, internal.deliveries.jobs.sweep, {});
    return null;
  },
});
