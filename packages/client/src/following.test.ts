// Silence and long times, which the suite with the proxy would have to wait for, and a `fetch` without streams.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Switchyard } from "./index.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stream = { "Content-Type": "text/event-stream" };
const eventOf = (seq: number) => `id: ${seq}\nevent: run.progress\ndata: {"seq":${seq},"type":"run.progress"}\n\n`;

/** A service whose streams send these texts and then nothing. */
function silentService(texts: string[]): { client: Switchyard; asked: (string | null)[] } {
  const asked: (string | null)[] = [];
  const fetch = async (_url: string, { headers }: RequestInit): Promise<Response> => {
    asked.push(new Headers(headers).get("Last-Event-ID"));
    const text = texts[asked.length - 1] ?? "event: end\ndata: {}\n\n";
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });
    return new Response(body, { headers: stream });
  };
  return { client: new Switchyard({ baseUrl: "http://service.example", apiKey: "key", fetch }), asked };
}

it("a stream that says nothing for a minute is given up, and continues after the last event", async () => {
  const { client, asked } = silentService([eventOf(1) + eventOf(2), eventOf(2) + eventOf(3)]);
  const numbers: number[] = [];
  const followed = (async () => {
    for await (const { seq } of client.runs.events("r_1")) numbers.push(seq);
  })();
  await vi.advanceTimersByTimeAsync(59_000);
  expect([numbers, asked]).toEqual([[1, 2], [null]]);
  await vi.advanceTimersByTimeAsync(90_000);
  await followed;
  expect([numbers, asked]).toEqual([
    [1, 2, 3],
    [null, "2", "3"],
  ]);
});

it("a stream that is lost before its first event continues at the place that it said", async () => {
  const { client, asked } = silentService(["id: 7\n\n", `${eventOf(8)}id: 9\n\n`]);
  const numbers: number[] = [];
  const followed = (async () => {
    for await (const { seq } of client.runs.events("r_1")) numbers.push(seq);
  })();
  await vi.advanceTimersByTimeAsync(180_000);
  await followed;
  expect([numbers, asked]).toEqual([[8], [null, "7", "9"]]);
});

it("the time that the reader of events needs is not silence", async () => {
  const { client, asked } = silentService([eventOf(1)]);
  const events = client.runs.events("r_1");
  await events.next();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(1);
  await events.return();
});

it("following gives up when the service is away for too long", async () => {
  const fetch = () => Promise.reject(new TypeError("fetch failed"));
  const options = { baseUrl: "http://service.example", apiKey: "key", fetch, reconnectMs: 60_000 };
  const next = new Switchyard(options).runs.events("r_1").next();
  const refused = next.then(
    () => null,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(80_000);
  expect(await refused).toMatchObject({ name: "ConnectionError", code: "CONNECTION" });
});

/** A run of two events that is over, seen by a `fetch` that has streams or not. */
function finishedRun(streamed: Response | null) {
  const asked: string[] = [];
  const json = (body: unknown) => new Response(JSON.stringify(body));
  const fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const isStream = new Headers(headers).get("Accept") === "text/event-stream";
    asked.push(`${pathname.replace("/api/v1/runs/", "")}${isStream ? " stream" : ""}`);
    if (pathname.endsWith("/get")) return json({ data: { status: "completed" } });
    if (isStream && streamed !== null) return streamed;
    // The service would hold it.
    expect(searchParams.get("wait") ?? "0").toBe("0");
    const after = Number(searchParams.get("after") ?? 0);
    const data = [{ seq: 1 }, { seq: 2 }].filter(({ seq }) => seq > after);
    return json({ data, nextCursor: null, hasMore: false });
  };
  return { client: new Switchyard({ baseUrl: "http://service.example", apiKey: "key", fetch }), asked };
}

it.each([
  ["`fetch` has no streams", () => new Response(null, { headers: stream })],
  ["a proxy drops the wish for a stream", () => null],
])("a run that is over is followed to its end where %s", async (_where, streamed) => {
  const { client } = finishedRun(streamed());
  const numbers: number[] = [];
  for await (const { seq } of client.runs.events("r_1")) numbers.push(seq);
  expect(numbers).toEqual([1, 2]);
});

it("a stream is tried again after one that did not begin in time", async () => {
  const asked: string[] = [];
  const fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
    const isStream = new Headers(headers).get("Accept") === "text/event-stream";
    asked.push(isStream ? "stream" : new URL(url).pathname.endsWith("/get") ? "run" : "page");
    if (!isStream) {
      await new Promise((resolve) => setTimeout(resolve, asked.at(-1) === "run" ? 0 : 25_000));
      return new Response(
        JSON.stringify({ data: asked.at(-1) === "run" ? { status: "running" } : [], hasMore: false }),
      );
    }
    const isSlow = asked.filter((what) => what === "stream").length === 1;
    const text = `${eventOf(1)}event: end\ndata: {}\n\n`;
    const start = (controller: ReadableStreamDefaultController) => {
      if (!isSlow) controller.enqueue(new TextEncoder().encode(text));
    };
    return new Response(new ReadableStream({ start }), { headers: stream });
  };
  const client = new Switchyard({ baseUrl: "http://service.example", apiKey: "key", fetch });
  const numbers: number[] = [];
  const followed = (async () => {
    for await (const { seq } of client.runs.events("r_1")) numbers.push(seq);
  })();
  await vi.advanceTimersByTimeAsync(150_000);
  await followed;
  expect([numbers, asked.filter((what) => what === "stream").length]).toEqual([[1], 2]);
});

it("a time that is longer than a timer can be does not end at once", async () => {
  const fetch = () => new Promise<Response>(() => {});
  const client = new Switchyard({ baseUrl: "http://service.example", apiKey: "key", fetch, maxRetries: 0 });
  let failure: unknown = null;
  const days = 86_400_000;
  const call = client.project.get({}, { timeoutMs: 30 * days }).catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(29 * days);
  expect(failure).toBeNull();
  await vi.advanceTimersByTimeAsync(1 * days);
  await call;
  expect(failure).toMatchObject({ name: "TimeoutError" });
});
