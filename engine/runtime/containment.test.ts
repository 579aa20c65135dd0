import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { announceLongWork, startHeartbeat } from "../loop/heartbeat";
import { contain, runGuest } from "./containment";

const send = Object.getOwnPropertyDescriptor(process, "send");
afterEach(() => {
  if (send === undefined) delete process.send;
  else Object.defineProperty(process, "send", send);
});

it("a function that begins in the turn of long work does not get the patience that the work asked for", () => {
  const beats: unknown[] = [];
  process.send = (beat: unknown) => beats.push(beat) > 0;
  startHeartbeat();
  announceLongWork();
  // Announced a moment ago.
  announceLongWork();
  expect(beats.splice(0)).toEqual(["turned", "long work"]);
  contain(() => expect(beats.splice(0)).toEqual(["turned"]));
  contain(() => expect(beats).toEqual([]));
  announceLongWork();
  expect(beats).toEqual(["long work"]);
});

it.runIf(process.platform === "linux")(
  "a function does not pay for what other threads of its process take",
  async () => {
    const others = Array.from({ length: 4 * availableParallelism() }, () => new Worker("for (;;);", { eval: true }));
    await Promise.all(others.map((other) => new Promise((resolve) => other.once("online", resolve))));
    const spentMs = () => Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ", 1)[0]) / 1e6;
    let hasEnded = false;
    const begun = performance.now();
    const ended = contain(() => {
      runGuest(1000, () => {
        const until = spentMs() + 600;
        while (spentMs() < until);
        hasEnded = true;
      });
    });
    const tookMs = performance.now() - begun;
    await Promise.all(others.map((other) => other.terminate()));
    expect(tookMs).toBeGreaterThan(1000);
    expect({ ended, hasEnded }).toEqual({ ended: "finished", hasEnded: true });
  },
);
