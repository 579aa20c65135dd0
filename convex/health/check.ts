// `/healthz`: whether the database can be read and written. Anybody may ask, so that it writes now and then only.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";

/** As long as nothing has failed, so old may the last write be. After a failure every request tries anew. */
const probeAfterMs = 5_000;

/** Throws what stands in the way. */
export async function checkHealth(ctx: ActionCtx): Promise<void> {
  const lastMs = await ctx.runQuery(internal.health.endpoints.lastProbe);
  // A clock that was set back is no reason to believe an old write.
  const isRecent = lastMs !== null && Math.abs(Date.now() - lastMs) < probeAfterMs;
  if (!isRecent) await ctx.runMutation(internal.health.endpoints.probe);
}
