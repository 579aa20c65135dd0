import { describe, expect, it } from "vitest";
import type { AgentEvent } from "./agent";
import { EventQueue } from "./eventQueue";

const text = (length = 1): AgentEvent => ({ kind: "text", messageId: "1", text: "x".repeat(length) });
const long = "x".repeat(1_000_000);
const end: AgentEvent = { kind: "end", outcome: "completed", reason: null, output: null };

/** Whether the promise has resolved when everything that is ready has run. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

async function readOne(queue: EventQueue): Promise<void> {
  for await (const _ of queue) break;
}

describe("the events of a session", () => {
  it("come in order and end after the first `end`", async () => {
    const queue = new EventQueue();
    for (const event of [text(1), text(2), end, text(3), end]) queue.push(event);
    const events = [];
    for await (const event of queue) events.push(event);
    expect(events).toEqual([text(1), text(2), end]);
  });

  it.each([
    ["many events", Array.from({ length: 256 }, () => text())],
    ["long events", [text(1_000_000)]],
    ["long titles", [{ kind: "tool", callId: "1", title: long, state: "running", data: {} }]],
    ["much data", [{ kind: "tool", callId: "1", title: "", state: "running", data: { paths: [long] } }]],
    ["a long notice", [{ kind: "notice", title: "", text: long }]],
    ["a long plan", [{ kind: "plan", entries: [{ text: long, state: "pending" }] }]],
  ] satisfies [string, AgentEvent[]][])("make the agent wait after %s, until they are read", async (_, events) => {
    const queue = new EventQueue();
    expect(await isDone(queue.waitForSpace())).toBe(true);
    for (const event of events) queue.push(event);
    const room = queue.waitForSpace();
    expect(await isDone(room)).toBe(false);
    await queue[Symbol.asyncIterator]().next();
    expect(await isDone(room)).toBe(true);
  });

  it.each([
    ["the reader has gone", readOne],
    ["the session is being stopped", async (queue: EventQueue) => queue.stopWaiting()],
  ])("make nobody wait after %s", async (_, stop) => {
    const queue = new EventQueue();
    queue.push(text(2_000_000));
    const room = queue.waitForSpace();
    await stop(queue);
    expect(await isDone(room)).toBe(true);
    queue.push(text(2_000_000));
    expect(await isDone(queue.waitForSpace())).toBe(true);
  });
});
