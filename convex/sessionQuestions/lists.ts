import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../api/pagination";

/** The questions of one answering session, newest first. */
export function newestFirst(
  ctx: QueryCtx,
  answeringSessionId: Id<"answeringSessions">,
): NewestFirst<"sessionQuestions"> {
  return (fromMs) =>
    ctx.db
      .query("sessionQuestions")
      .withIndex("by_session", (q) => q.eq("answeringSessionId", answeringSessionId).lte("_creationTime", fromMs))
      .order("desc");
}
