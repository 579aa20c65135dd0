import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";

export interface UserView {
  id: string;
  _id: string;
  email: string;
  name: string | null;
}

export function presentUser({ _id, email, name }: Doc<"users">): UserView {
  const id = publicId("users", _id);
  return { id, _id: id, email, name: name ?? null };
}

/** Somebody who did something, as records name them: what they did stays when they are gone, and who they were does not. */
export async function presentActor(ctx: QueryCtx, userId: Id<"users">): Promise<string> {
  const user = await ctx.db.get("users", userId);
  return user === null ? "deleted_user" : publicId("users", userId);
}
