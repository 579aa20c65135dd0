// Waits for new items of a list. An action has no subscriptions on Convex, so there it looks again and again. The
// platform keeps the result of the query until a row that it read changes (`followQuery`), so a look that finds nothing
// reads no document. The embedded engine wakes the action when such a row changes.
import { untilChanged } from "../lib/sleep";
import { positionAfter } from "./routeBuilders";
import type { NewerItems, Position } from "./routeBuilders";

/** The pauses between two looks: while items keep coming, and at most. */
const pauseMs = { least: 250, most: 1000 };
/** The pause grows with the quiet time: it is this share of the time since the last item. */
const pauseShare = 1 / 60;

/** Looks once for the items after a position. Throws the errors of endpoints. */
export type Poll = (after: Position) => Promise<NewerItems>;

export interface PollLimits {
  quietSinceMs: number;
  /** The time at which waiting ends. It may be moved forward meanwhile. */
  untilMs: number;
}

/**
 * Returns the first look that found something, or the last look when none did. `last` is the look before, after which
 * the action waits. A list that passes over items which nobody asks for moves on without finding anything.
 */
export async function pollUntilNew(
  look: Poll,
  after: Position,
  last: NewerItems,
  patience: PollLimits,
): Promise<NewerItems> {
  let found = last;
  for (let position = after; ; position = positionAfter(found.page, position)) {
    const nowMs = Date.now();
    if (!found.page.hasMore) {
      await untilChanged(nextPauseMs(patience, nowMs), Math.max(0, patience.untilMs - nowMs));
    }
    found = await look(position);
    if (found.page.data.length > 0 || Date.now() >= patience.untilMs) return found;
  }
}

function nextPauseMs({ quietSinceMs, untilMs }: PollLimits, nowMs: number): number {
  const wanted = Math.min(pauseMs.most, Math.max(pauseMs.least, (nowMs - quietSinceMs) * pauseShare));
  return Math.max(0, Math.min(wanted, untilMs - nowMs));
}
