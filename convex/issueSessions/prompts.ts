import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Returns the prompt of a session: what it must look for. */
export async function promptOf(ctx: QueryCtx, session: Doc<"issueSessions">): Promise<string> {
  const prompt = await ctx.db
    .query("issueSessionPrompts")
    .withIndex("by_session", (q) => q.eq("sessionId", session._id))
    .unique();
  if (prompt === null) throw new Error(`The prompt of the issue session ${session._id} is gone.`);
  return prompt.text;
}
