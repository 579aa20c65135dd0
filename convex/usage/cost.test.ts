import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costMicroUsd } from "./cost";
import type { Usage } from "./cost";
import { listPrices } from "./rates";
import type { Rate } from "./rates";

const nothing: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, durationMs: 0 };
const rate: Rate = { input: 3_000_000, output: 15_000_000, cacheRead: 300_000, computeHour: 100_800 };

const amount = fc.nat({ max: 1_000_000_000_000 });
const usages = fc.record({
  inputTokens: amount,
  outputTokens: amount,
  cacheReadTokens: amount,
  durationMs: amount,
});
const price = fc.nat({ max: 100_000_000 });
const someRates = fc.record({ input: price, output: price, cacheRead: price, computeHour: price });

describe("costMicroUsd", () => {
  it.each<[number, Partial<Usage>]>([
    [0, {}],
    [3_000_000, { inputTokens: 1_000_000 }],
    [15, { outputTokens: 1 }],
    [300_000, { cacheReadTokens: 1_000_000 }],
    [100_800, { durationMs: 3_600_000 }],
    [28, { durationMs: 1000 }],
    // These cost 0.3 and 0.6 micro-dollars before rounding.
    [0, { cacheReadTokens: 1 }],
    [1, { cacheReadTokens: 2 }],
    [
      18_000_000 + 300_000 + 100_800,
      {
        inputTokens: 1_000_000,
        outputTokens: 1_000_000,
        cacheReadTokens: 1_000_000,
        durationMs: 3_600_000,
      },
    ],
  ])("is %i for %j", (cost, usage) => {
    expect(costMicroUsd({ ...nothing, ...usage }, rate)).toBe(cost);
  });

  it("rounds half up", () => {
    const half = { ...rate, input: 500_000 };
    expect([1, 2, 3].map((inputTokens) => costMicroUsd({ ...nothing, inputTokens }, half))).toEqual([1, 1, 2]);
  });

  it("differs from the sum of its parts by at most half a micro-dollar, however large they are", () => {
    const scale = 3_600_000_000_000n;
    fc.assert(
      fc.property(usages, someRates, (usage, rate) => {
        const tokens =
          BigInt(usage.inputTokens) * BigInt(rate.input) +
          BigInt(usage.outputTokens) * BigInt(rate.output) +
          BigInt(usage.cacheReadTokens) * BigInt(rate.cacheRead);
        const exact = tokens * 3_600_000n + BigInt(usage.durationMs) * BigInt(rate.computeHour) * 1_000_000n;
        const twiceTheError = 2n * (BigInt(costMicroUsd(usage, rate)) * scale - exact);
        expect(twiceTheError > -scale && twiceTheError <= scale).toBe(true);
      }),
    );
  });

  it("never falls when more is used", () => {
    fc.assert(
      fc.property(
        usages,
        someRates,
        fc.constantFrom(...(Object.keys(nothing) as (keyof Usage)[])),
        (usage, rate, part) => {
          const more = { ...usage, [part]: usage[part] + 1 };
          expect(costMicroUsd(more, rate)).toBeGreaterThanOrEqual(costMicroUsd(usage, rate));
        },
      ),
    );
  });
});

it("list prices are whole micro-dollars with a date, and their services have valid names", () => {
  for (const [service, { date, default: standard, models }] of Object.entries(listPrices)) {
    expect(service).toMatch(/^[a-z0-9_.-]{1,60}$/);
    expect(new Date(date).toISOString()).toContain(date);
    const prices = [standard, ...Object.values(models)].flatMap((rate) =>
      rate === undefined ? [] : Object.values(rate),
    );
    expect(prices.every((price) => Number.isInteger(price) && price >= 0)).toBe(true);
  }
});
