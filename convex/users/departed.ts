// The users whom the identity provider has deleted: the rows of `idpDepartures`.
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Whether the provider has ever reported that it deleted this user. */
export async function hasDeparted(ctx: QueryCtx, idpUserId: string): Promise<boolean> {
  const departure = await ctx.db
    .query("idpDepartures")
    .withIndex("by_idp_user_id", (q) => q.eq("idpUserId", idpUserId))
    .unique();
  return departure !== null;
}

export async function noteDeparture(ctx: MutationCtx, idpUserId: string): Promise<void> {
  if (!(await hasDeparted(ctx, idpUserId))) await ctx.db.insert("idpDepartures", { idpUserId });
}
