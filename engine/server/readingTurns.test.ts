import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { maxCostLevel, ReadingTurns, type Reader } from "./readingTurns";

// Waits until the arrivals of earlier tests no longer delay anything.
beforeEach(() => sleep(150));

let nowMs = 0;
const order: string[] = [];
beforeEach(() => void (order.length = 0));

/** A client whose portions take `portionMs` each. */
function reader(name: string, portions: number, portionMs: number, costLevel = 0): Reader {
  let left = portions;
  return {
    costLevel,
    readPortion: () => {
      nowMs += portionMs;
      order.push(name);
      return --left > 0;
    },
  };
}

const startTurns = () => new ReadingTurns(() => nowMs);
const readIn = async (turns: number): Promise<string> => {
  const before = order.length;
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  return order.slice(before).join("");
};

it("what fits in a turn is read at once, and the rest in the turns after it, one portion of each client at a time", async () => {
  const reading = startTurns();
  reading.read(reader("a", 12, 1));
  reading.read(reader("b", 4, 1));
  expect(order.join("")).toBe("aaaaaaaa");
  expect(await readIn(1)).toBe("abababab");
  expect(await readIn(1)).toBe("");
});

it("a costly client reads after the others in half of the time, and the one that has used least comes first", async () => {
  const reading = startTurns();
  reading.read(reader("z", 9, 1, maxCostLevel));
  reading.read(reader("y", 3, 1, 1));
  reading.readLater(reader("a", 2, 1));
  expect(order.join("")).toBe("");
  expect(await readIn(1)).toBe("aayyyz");
  reading.read(reader("b", 3, 1));
  expect(order.slice(6).join("")).toBe("bb");
  expect(await readIn(1)).toBe("bzzzz");
});

it("a client that has ended does not read", async () => {
  const reading = startTurns();
  const gone = reader("a", 2, 1);
  reading.readLater(gone);
  reading.forget(gone);
  expect(await readIn(2)).toBe("");
});
