import { setImmediate as nextRound } from "node:timers/promises";
import { expect, it } from "vitest";
import { ConcurrencyLimit } from "./concurrencyLimit";

it("as many calls are under way as there are places, and a call that fails gives its place back", async () => {
  const places = new ConcurrencyLimit(2);
  const ends: (() => void)[] = [];
  const call = (fails: boolean) =>
    places.run(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      if (fails) throw new Error("failed");
    });
  const all = Promise.allSettled([call(true), call(false), call(false), call(false)]);
  for (const begun of [2, 3, 4]) {
    await nextRound();
    expect(ends).toHaveLength(begun);
    ends[begun - 2]?.();
  }
  ends.at(-1)?.();
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
});
