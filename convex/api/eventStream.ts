// Sends the items of a list as server-sent events: `id` is an item's number or id, `event` its type, `data` the item
// as JSON.
// A block with an `id` alone, which clients keep and never show, is the place of the stream where no item says it: at
// its beginning, and where the list has moved on past items that nobody asked for. So a client that connects again
// continues there, also when it has received no item yet, or none for so long that the last one is kept no more.
// Each stream ends by itself, long before the platform would end it, and a last event says why: `reconnect` means that
// its time is over, `end` that no more items will come, `refused` that the same request would be refused now.
import { apiErrorOf } from "../lib/errors";
import { positionAfter } from "./routeBuilders";
import type { FollowedItem, NewerItems, Position } from "./routeBuilders";
import { pollUntilNew } from "./pollUntilNew";
import type { Poll, PollLimits } from "./pollUntilNew";

/** Convex ends an action after ten minutes at the earliest and a response at 20 MiB. A character has up to 3 bytes. */
const bounds = { ms: 5 * 60_000, characters: 2 * 1024 * 1024 };
/**
 * Many proxies close a connection on which nothing is sent for a minute. A quiet stream sends a comment after
 * `leastMs`, at the next multiple of `stepMs`. So the streams send theirs together, and the embedded engine rests in
 * between.
 */
const heartbeat = { leastMs: 20_000, stepMs: 5_000 };
/** Clients wait this long before they connect again. */
const retryMs = 1000;

/** `first` holds the items up to `position`. The stream looks for later items only while the client reads. */
export function eventStream(
  look: Poll,
  first: FollowedItem[],
  next: NewerItems,
  position: Position,
  requestId: string,
): ReadableStream<Uint8Array> {
  const patience: PollLimits = { quietSinceMs: Date.now(), untilMs: 0 };
  let isCancelled = false;
  const parts = untilRefused(partsOf(look, first, next, position, patience), requestId);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const part = await parts.next();
        if (isCancelled) return;
        if (part.done === true) controller.close();
        else controller.enqueue(encoder.encode(part.value));
      },
      cancel: () => {
        isCancelled = true;
        patience.untilMs = 0;
      },
    },
    { highWaterMark: 0 },
  );
}

/** A refusal ends the stream: the list was deleted meanwhile, or the key is no longer valid. */
async function* untilRefused(parts: AsyncGenerator<string, void>, requestId: string): AsyncGenerator<string, void> {
  try {
    yield* parts;
  } catch (thrown) {
    const refusal = apiErrorOf(thrown);
    if (refusal === null) throw thrown;
    yield eventText("refused", { error: { ...refusal, requestId } });
  }
}

async function* partsOf(
  look: Poll,
  first: FollowedItem[],
  next: NewerItems,
  position: Position,
  patience: PollLimits,
): AsyncGenerator<string, void> {
  const endsAtMs = Date.now() + bounds.ms;
  let after = position;
  let found = next;
  const opening = `retry: ${retryMs}\n\n${itemsText(first)}${placeText(position)}`;
  let characters = opening.length;
  /** The id that the client would send if it connected again now. */
  let toldId = String(position);
  yield opening;
  if (next.comment !== undefined) yield commentText(next.comment);
  for (;;) {
    const { data, hasMore } = found.page;
    const text = itemsText(data);
    characters += text.length;
    after = positionAfter(found.page, after);
    const lastItem = data.at(-1);
    if (lastItem !== undefined) {
      yield text;
      toldId = idOf(lastItem);
    } else if (toldId !== String(after)) {
      yield placeText(after);
      toldId = String(after);
    }
    if (found.isOver && !hasMore) {
      yield eventText("end", { after });
      return;
    }
    const nowMs = Date.now();
    if (nowMs >= endsAtMs || characters >= bounds.characters) {
      yield idLine(after) + eventText("reconnect", { after });
      return;
    }
    if (text !== "") patience.quietSinceMs = nowMs;
    patience.untilMs = heartbeatAfter(nowMs);
    found = hasMore ? await look(after) : await pollUntilNew(look, after, found, patience);
    if (found.page.data.length === 0 && !found.page.hasMore) yield commentText(found.comment ?? "still here");
  }
}

function heartbeatAfter(nowMs: number): number {
  const { leastMs, stepMs } = heartbeat;
  return Math.ceil((nowMs + leastMs) / stepMs) * stepMs;
}

function itemsText(items: FollowedItem[]): string {
  return items.map((item) => idLine(idOf(item)) + eventText(item.type, item)).join("");
}

function idOf({ seq, id }: FollowedItem): string {
  return seq === undefined ? id : String(seq);
}

function placeText(position: Position): string {
  return `${idLine(position)}\n`;
}

function idLine(id: Position): string {
  return `id: ${id}\n`;
}

function commentText(text: string): string {
  return `: ${text}\n\n`;
}

/** The JSON of an item never has a line break, which would end the `data` of an event. */
function eventText(type: string, data: unknown): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
