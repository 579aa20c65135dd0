import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";

/**
 * The public id of the person who did something. After that person's account is deleted the record of the action stays,
 * and this returns `deleted_user`.
 */
export async function presentActor(ctx: QueryCtx, userId: Id<"users">): Promise<string> {
  const user = await ctx.db.get("users", userId);
  return user === null ? "deleted_user" : publicId("users", userId);
}
