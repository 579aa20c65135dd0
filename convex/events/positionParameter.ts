// Positions in the feed as clients name them: the id of an event, a cursor, or the end.
import type { Doc } from "../_generated/dataModel";
import { openCursor, sealCursor } from "../api/cursors";
import type { ReadCtx } from "../callers/caller";
import { apiErrorOf, invalid } from "../lib/errors";
import { documentId, isIdOf } from "../lib/publicIds";
import { isBefore, positionOf, parsePosition, positionText } from "./feedPosition";
import type { FeedPosition } from "./feedPosition";
import { newestPosition, oldestPosition } from "./read";

/** A cursor is good with any filter. */
export async function cursorAt(project: Doc<"projects">, position: FeedPosition): Promise<string> {
  return await sealCursor({ project, name: "events" }, positionText(position));
}

/** `after` is 0 for the beginning. Throws VALIDATION for a position that is not in this feed, or not any more. */
export async function positionAfter(ctx: ReadCtx, after: string | 0): Promise<FeedPosition> {
  const { project } = ctx;
  if (after === "latest") return await newestPosition(ctx, project._id);
  const oldest = await oldestPosition(ctx, project._id);
  if (after === 0) return oldest;
  const position = await positionNamed(ctx, after);
  if (position !== null && !isBefore(position, oldest)) return position;
  throw invalid(
    "after",
    "after must be an event of this project that is still kept, or a nextCursor of its events. They are kept for 30 " +
      `days. Continue with after=${await cursorAt(project, oldest)} for the oldest that is kept, or with after=latest.`,
  );
}

/** Null when nothing has this name. */
async function positionNamed(ctx: ReadCtx, after: string): Promise<FeedPosition | null> {
  const { project } = ctx;
  try {
    if (!isIdOf("events", after)) return parsePosition(await openCursor({ project, name: "events" }, after));
    const event = await ctx.db.get("events", documentId(ctx, "events", after));
    return event === null || event.projectId !== project._id ? null : positionOf(event);
  } catch (thrown) {
    if (apiErrorOf(thrown) === null) throw thrown;
    return null;
  }
}
