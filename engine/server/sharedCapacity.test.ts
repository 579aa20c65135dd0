import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Allocation, SharedCapacity } from "./sharedCapacity";

/** Returns how many shares of size 1 the holder gets. */
function takeAll(shares: SharedCapacity, holder: string | null): number {
  let taken = 0;
  while (shares.take(holder, 1)) taken++;
  return taken;
}

it("a single client may have half, a second client half of the rest, and a new client always gets something", () => {
  const shares = new SharedCapacity(1_000);
  expect([takeAll(shares, "a"), takeAll(shares, "b"), takeAll(shares, "c")]).toEqual([500, 250, 125]);
  expect(shares.take("new", 1)).toBe(true);
});

it("an amount that was given back can be taken again", () => {
  const shares = new SharedCapacity(1_000);
  shares.release("a", takeAll(shares, "a"));
  expect(takeAll(shares, "b")).toBe(500);
});

it("what no client in particular holds is bounded only by the total", () => {
  expect(takeAll(new SharedCapacity(1_000), null)).toBe(1_000);
});

it("never more than the total is taken, and all of it can be given back", () => {
  const step = fc.record({ holder: fc.constantFrom("a", "b", null), client: fc.nat(2), amount: fc.nat(700) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const shares = new SharedCapacity(1_000);
      const all = new Map<string, { held: Allocation; amount: number }>();
      for (const { holder, client, amount } of steps) {
        const name = `${holder} ${client}`;
        const one = all.get(name) ?? { held: new Allocation(shares, holder), amount: 0 };
        all.set(name, one);
        if (one.held.resize(amount)) one.amount = amount;
        const sum = [...all.values()].reduce((total, other) => total + other.amount, 0);
        expect(sum).toBeLessThanOrEqual(1_000);
      }
      for (const { held } of all.values()) held.release();
      expect(takeAll(shares, null)).toBe(1_000);
    }),
  );
});
