// `/healthz` tells whether the database can be read and written. Anybody may ask, so it writes only from time to time.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { jsonResponse } from "../api/envelope";
import type { Exchange } from "../api/envelope";
import { version } from "./version";

/** A write may be this old before a health request tries another. After a failed write every request tries. */
const probeAfterMs = 5_000;

/** Naming a function takes longer than asking for a result that the platform has kept, so both are named once. */
const { lastProbe, probe } = internal.health.endpoints;

export async function receive(ctx: ActionCtx, _request: Request, exchange: Exchange): Promise<Response> {
  await checkHealth(ctx);
  return jsonResponse(exchange, 200, { status: "ok", version });
}

/** Throws the error when the database cannot be read or written. */
async function checkHealth(ctx: ActionCtx): Promise<void> {
  const lastMs = await ctx.runQuery(lastProbe);
  // A last write that lies far in the future does not count as recent: it was written before the clock was set back.
  const isRecent = lastMs !== null && Math.abs(Date.now() - lastMs) < probeAfterMs;
  if (!isRecent) await ctx.runMutation(probe);
}
