import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lastEventIdsOf } from "../../tests/support/eventStream";
import { eventStream } from "./eventStream";
import type { NewerItems, Position } from "./routeBuilders";

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A list that has no item for this client, and whose end is at `place`. */
const empty = (place: string | null, hasMore = false): NewerItems => ({
  page: { data: [], nextCursor: place, hasMore },
  isOver: false,
});

function streamOf(look: (after: Position) => Promise<NewerItems>, position: Position, next: NewerItems): Response {
  return new Response(eventStream(look, [], next, position, "request"));
}

/** Reads a stream that ends by itself, while time passes. */
async function whole(response: Response): Promise<string> {
  const text = response.text();
  await vi.advanceTimersByTimeAsync(6 * minuteMs);
  return await text;
}

it("begins with its place, so that a client that loses it before the first item continues there", async () => {
  const ids = lastEventIdsOf(streamOf(async () => empty("end"), "end", empty("end")));
  expect((await ids.next()).value).toBe("end");
  await ids.return();
});

it("says at each heartbeat how far it has read past what nobody asked for, and nothing while it has not moved", async () => {
  let place = 0;
  const look = async () => empty(`place${Math.min(3, Math.floor(++place / 100))}`);
  const text = await whole(streamOf(look, "place0", empty("place0")));
  const said = text.match(/^id: .*/gm) ?? [];
  expect(said).toEqual(["id: place0", "id: place1", "id: place2", "id: place3", "id: place3"]);
  expect(text.match(/^: still here/gm)?.length).toBeGreaterThan(8);
});

it("says its place while it passes over more than one page can", async () => {
  const passed = ["b", "c", "d"];
  const look = async () => empty(passed.shift() ?? "e", passed.length > 0);
  const ids: string[] = [];
  for await (const id of lastEventIdsOf(streamOf(look, "a", empty("a", true)))) {
    ids.push(id);
    if (id === "d") break;
  }
  expect(ids).toEqual(["a", "b", "c", "d"]);
});

it("asks with its place for another connection when its time is over", async () => {
  const text = await whole(streamOf(async () => empty(null), 7, empty(null)));
  expect(text.endsWith('id: 7\nevent: reconnect\ndata: {"after":7}\n\n')).toBe(true);
  expect(text.match(/^id: /gm)).toHaveLength(2);
});
