import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentInvitation, presentMember } from "./present";
import type { MemberView } from "./present";

/** A member with the data of their user, or an invitation. */
export async function showMember(
  ctx: QueryCtx,
  row: Doc<"projectMembers"> | Doc<"projectInvitations">,
): Promise<MemberView> {
  return "email" in row ? presentInvitation(row) : presentMember(row, await ctx.db.get("users", row.userId));
}
