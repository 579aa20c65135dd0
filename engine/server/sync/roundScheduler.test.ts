import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { RoundScheduler } from "./roundScheduler";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that comes again at once after each turn, until it has had `times` turns. */
function comeAgain(turns: RoundScheduler, name: string, order: string[], times: number): Promise<void> {
  const client = {};
  return new Promise((resolve) => {
    const come = (left: number): void => {
      turns.schedule(client, async () => {
        order.push(name);
        if (left > 1) come(left - 1);
        else resolve();
      });
    };
    come(times);
  });
}

describe("turns of clients", () => {
  it("each client is served once before any client is served twice", async () => {
    const turns = new RoundScheduler(2, () => 0);
    const order: string[] = [];
    await Promise.all(["a", "b", "c"].map((name) => comeAgain(turns, name, order, 2)));
    expect(order).toEqual(["a", "b", "c", "a", "b", "c"]);
  });

  it("a bounded number run at the same time, and a slow one does not delay the others", async () => {
    const turns = new RoundScheduler(2, () => 0);
    let running = 0;
    let most = 0;
    let done = 0;
    const slow = pause(1_000);
    const takeTurn = (body: Promise<void>): void => {
      turns.schedule({}, async () => {
        most = Math.max(most, ++running);
        await body;
        running--;
        done++;
      });
    };
    takeTurn(slow);
    for (let count = 0; count < 5; count++) takeTurn(pause(1));
    await expect.poll(() => done).toBe(5);
    expect(most).toBe(2);
    await slow;
  });

  it("leave half of the time to other work while clients are always due", async () => {
    const { servedMs, othersMs } = await comeWhile(true);
    expect(servedMs / (servedMs + othersMs)).toBeGreaterThan(0.25);
    expect(servedMs / (servedMs + othersMs)).toBeLessThan(0.7);
  });

  it("follow one another without a pause while nobody else makes calls", async () => {
    const { servedMs, loop } = await comeWhile(false);
    expect(loop.utilization).toBeGreaterThan(0.7);
    expect(servedMs / loop.active).toBeGreaterThan(0.5);
  });
});

/** Three clients come again and again for 400 ms. If `othersWork`, other work takes each turn of the event loop. */
async function comeWhile(othersWork: boolean) {
  let begun = 0;
  const turns = new RoundScheduler(1, () => begun);
  let [servedMs, othersMs] = [0, 0];
  const beganAt = performance.now();
  const loopBefore = performance.eventLoopUtilization();
  const isOver = (): boolean => performance.now() - beganAt > 400;
  const come = (client: object): void => {
    if (isOver()) return;
    turns.schedule(client, async () => {
      servedMs += work(10);
      come(client);
    });
  };
  const others = (): void => {
    if (isOver()) return;
    begun += 32;
    othersMs += work(1);
    setImmediate(others);
  };
  for (const client of [{}, {}, {}]) come(client);
  if (othersWork) others();
  await pause(450);
  // The loop does not rest while other processes have the core.
  const loop = performance.eventLoopUtilization(loopBefore);
  return { servedMs, othersMs, loop };
}

/** Keeps the thread busy. */
function work(ms: number): number {
  const from = performance.now();
  while (performance.now() < from + ms);
  return performance.now() - from;
}
