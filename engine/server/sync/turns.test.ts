import { describe, expect, it } from "vitest";
import { Turns } from "./turns";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that comes again at once after each turn, until it has had `times` turns. */
function comeAgain(turns: Turns, name: string, order: string[], times: number): Promise<void> {
  const client = {};
  return new Promise((resolve) => {
    const come = (left: number): void => {
      turns.take(client, async () => {
        order.push(name);
        if (left > 1) come(left - 1);
        else resolve();
      });
    };
    come(times);
  });
}

describe("turns of clients", () => {
  it("come in order, and each client has one before another has its second", async () => {
    const turns = new Turns(2);
    const order: string[] = [];
    await Promise.all(["a", "b", "c"].map((name) => comeAgain(turns, name, order, 2)));
    expect(order).toEqual(["a", "b", "c", "a", "b", "c"]);
  });

  it("are never more than allowed at the same time, and a slow one does not keep others waiting", async () => {
    const turns = new Turns(2);
    let running = 0;
    let most = 0;
    let done = 0;
    const slow = pause(1_000);
    const takeTurn = (body: Promise<void>): void => {
      turns.take({}, async () => {
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

  it("leave others half of the time while the clients come again and again", async () => {
    const turns = new Turns(1);
    const spans: [from: number, to: number][] = [];
    const busy = (): void => {
      const until = performance.now() + 10;
      while (performance.now() < until);
    };
    const clients = [{}, {}, {}];
    const until = performance.now() + 400;
    const come = (client: object): void => {
      if (performance.now() > until) return;
      turns.take(client, async () => {
        const from = performance.now();
        busy();
        spans.push([from, performance.now()]);
        come(client);
      });
    };
    for (const client of clients) come(client);
    await pause(450);
    const served = spans.reduce((sum, [from, to]) => sum + to - from, 0);
    expect(served).toBeGreaterThan(100);
    expect(served).toBeLessThan(280);
  });
});
