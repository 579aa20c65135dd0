import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";

/** Somebody who did something, as records name them: what they did stays when they are gone, and who they were does not. */
export async function presentActor(ctx: QueryCtx, userId: Id<"users">): Promise<string> {
  const user = await ctx.db.get("users", userId);
  return user === null ? "deleted_user" : publicId("users", userId);
}
