// Follows a growing list: the items after a position, each once and in order, over as many connections as it takes.
// They come as server-sent events. Where those do not arrive, because a proxy collects answers or `fetch` has no
// streams, the service holds requests until there are further items, and a stream is tried again from time to time.
import { AnswerError, TimeoutError, isRecord } from "./errors.js";
import { EventStreamReader } from "./eventStream.js";
import type { StreamedEvent } from "./eventStream.js";
import type { Page } from "./lists.js";
import { pause } from "./retries.js";
import { connectionLost, delayAfter, parsed, timeLimit, unlessLost } from "./service.js";
import type { CallOptions, Request, Service, TimeLimit } from "./service.js";

/** The service writes something at least every 25 seconds. */
const silentMs = 60_000;
/** How long the service holds a request, in seconds. */
const heldSeconds = 25;
/** How long requests are held before a stream is tried again: at first, and at most. */
const [firstHeldMs, maxHeldMs] = [60_000, 3_600_000];

export interface FollowedList {
  /** The position after which the first item comes. */
  after: string | undefined;
  request: (query: { after: string | undefined; wait?: number }) => Request;
  /** Whether no more items will come. It is asked where no stream says so. */
  isOver: () => Promise<boolean>;
}

export type Item = Record<string, unknown>;

/** `done`: no more items will come. `again`: there may be more. `held`: streams do not arrive here. */
type End = "done" | "again" | "held";

/** What all connections share. */
interface Place {
  after: string | undefined;
  /** Whether anything has come since the connection was lost the last time. */
  isHeard: boolean;
  /** How long requests are held before the next try of a stream. It doubles with each stream that does not arrive. */
  heldMs: number;
}

type Way = (
  service: Service,
  list: FollowedList,
  place: Place,
  options: CallOptions,
) => AsyncGenerator<Item, End, void>;

export async function* follow(service: Service, list: FollowedList, options: CallOptions): AsyncGenerator<Item, void> {
  const place: Place = { after: list.after, isHeard: false, heldMs: firstHeldMs };
  let way: Way = streamed;
  let failures = 0;
  let lostAtMs = 0;
  for (;;) {
    try {
      const end = yield* way(service, list, place, options);
      if (end === "done") return;
      way = end === "held" ? held : streamed;
    } catch (error) {
      if (place.isHeard) failures = 0;
      if (failures === 0) lostAtMs = Date.now();
      place.isHeard = false;
      const delayMs = delayAfter(error, failures++);
      if (delayMs === null || Date.now() - lostAtMs > service.reconnectMs) throw error;
      await pause(delayMs, options.signal);
    }
  }
}

async function* streamed(
  service: Service,
  list: FollowedList,
  place: Place,
  { signal, timeoutMs = service.timeoutMs }: CallOptions,
): AsyncGenerator<Item, End> {
  const request = list.request({ after: place.after });
  const limit = timeLimit(request.name, signal);
  let isSilent = true;
  try {
    limit.restart(timeoutMs);
    const headers = { Accept: "text/event-stream", ...(place.after ? { "Last-Event-ID": place.after } : {}) };
    const response = await service.open({ ...request, headers }, limit.signal);
    const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
    // The service answers with a page when no more items will come, and a proxy may drop the wish for a stream. Only a
    // held request reads what is there.
    if (!isStream || response.body === null) return "held";
    const events = new EventStreamReader();
    for await (const chunk of chunksOf(response.body, request, limit)) {
      isSilent = false;
      for (const event of events.take(chunk)) {
        place.isHeard = true;
        if (event.type === "end") return "done";
        if (event.type === "reconnect") return "again";
        // The answer to the next request is the refusal.
        if (event.type === "refused") throw connectionLost(request.name);
        if (event.type === "place") place.after = event.id;
        else if (event.id !== undefined) yield* newOnly(place, itemOf(event, request), event.id);
      }
    }
    throw connectionLost(request.name);
  } catch (error) {
    if (isSilent && error instanceof TimeoutError) return "held";
    throw error;
  } finally {
    limit.end();
  }
}

/** The time that the reader of the items needs does not count as silence. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  request: Request,
  limit: TimeLimit,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await unlessLost(request, limit.signal, () => reader.read());
    limit.restart();
    if (done) return;
    yield decoder.decode(value, { stream: true });
    limit.restart(silentMs);
  }
}

async function* held(
  service: Service,
  list: FollowedList,
  place: Place,
  options: CallOptions,
): AsyncGenerator<Item, End> {
  const { signal, timeoutMs = service.timeoutMs } = options;
  const untilMs = Date.now() + place.heldMs;
  // The service would hold a request for the items of a list that has ended.
  let isOver = await list.isOver();
  for (;;) {
    const wait = isOver ? 0 : heldSeconds;
    const request = list.request({ after: place.after, wait });
    const page = await service.call(request, { signal, maxRetries: 0, timeoutMs: wait * 1000 + timeoutMs });
    const { data, nextCursor, hasMore } = page as unknown as Page<Item>;
    place.isHeard = true;
    for (const item of data) yield* newOnly(place, item, String(item["seq"] ?? item["id"]));
    if (isOver && data.length === 0) return "done";
    place.after = nextCursor ?? place.after;
    isOver = !hasMore && (await list.isOver());
    if (isOver || Date.now() < untilMs) continue;
    place.heldMs = Math.min(place.heldMs * 2, maxHeldMs);
    return "again";
  }
}

/** An item that is numbered is dropped when it comes a second time. */
function* newOnly(place: Place, item: Item, position: string): Generator<Item, void> {
  const { seq } = item;
  if (typeof seq === "number" && seq <= Number(place.after ?? 0)) return;
  place.after = position;
  yield item;
}

function itemOf({ data }: StreamedEvent, { name }: Request): Item {
  const item = parsed(data);
  if (isRecord(item)) return item;
  throw new AnswerError(`${name}: an event is not one of Switchyard.`, { code: "ANSWER" });
}
