import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { progressOn } from "./progress";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes four things of two seconds each, one after another, and returns what was written. */
async function writtenOn(isTTY: boolean): Promise<string> {
  let written = "";
  const write = (text: string | Uint8Array) => {
    written += String(text);
    return true;
  };
  await progressOn({ isTTY, write }).each("Runs", [1, 2, 3, 4], async (item) => {
    await vi.advanceTimersByTimeAsync(2_000);
    return item;
  });
  return written;
}

it("is a bar on a terminal, which is written over until it is full", async () => {
  const bars = (await writtenOn(true)).split("\r").slice(1);
  expect(bars.map((bar) => bar.split(" ").slice(-3).join(" "))).toEqual([
    "0 of 4",
    "1 of 4",
    "2 of 4",
    "3 of 4",
    "4 of 4\n",
  ]);
});

it("is a line every few seconds elsewhere, and one at the end", async () => {
  expect(await writtenOn(false)).toBe("Runs: 3 of 4\nRuns: 4\n");
});
