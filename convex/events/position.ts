// Places in the feed as clients name them: the id of an event, a cursor, or the end.
import type { Doc } from "../_generated/dataModel";
import { openCursor, sealCursor } from "../api/cursors";
import type { ReadCtx } from "../callers/caller";
import { apiErrorOf, invalid } from "../lib/errors";
import { documentId, isIdOf } from "../lib/publicIds";
import { isBefore, placeOf, placeOfText, placeText } from "./place";
import type { Place } from "./place";
import { newestPlace, oldestPlace } from "./read";

/** A cursor is good with any filter. */
export async function cursorAt(project: Doc<"projects">, place: Place): Promise<string> {
  return await sealCursor({ project, name: "events" }, placeText(place));
}

/** `after` is 0 for the beginning. Throws VALIDATION for a place that is not in this feed, or not any more. */
export async function placeAfter(ctx: ReadCtx, after: string | 0): Promise<Place> {
  const { project } = ctx;
  if (after === "latest") return await newestPlace(ctx, project._id);
  const oldest = await oldestPlace(ctx, project._id);
  if (after === 0) return oldest;
  const place = await placeNamed(ctx, after);
  if (place !== null && !isBefore(place, oldest)) return place;
  throw invalid(
    "after",
    "after must be an event of this project that is still kept, or a nextCursor of its events. They are kept for 30 " +
      `days. Continue with after=${await cursorAt(project, oldest)} for the oldest that is kept, or with after=latest.`,
  );
}

/** Null when nothing has this name. */
async function placeNamed(ctx: ReadCtx, after: string): Promise<Place | null> {
  const { project } = ctx;
  try {
    if (!isIdOf("events", after)) return placeOfText(await openCursor({ project, name: "events" }, after));
    const event = await ctx.db.get("events", documentId(ctx, "events", after));
    return event === null || event.projectId !== project._id ? null : placeOf(event);
  } catch (thrown) {
    if (apiErrorOf(thrown) === null) throw thrown;
    return null;
  }
}
