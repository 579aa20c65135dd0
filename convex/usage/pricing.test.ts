import { describe, expect, it } from "vitest";
import { parsePrices } from "./deploymentPrices";
import { costOf } from "./pricing";
import { listPrices, perMillion } from "./rates";

const million = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 0, durationMs: 0 };
const date = "2026-11-01";
const own = {
  openai: { date: "2026-12-01", default: perMillion(7, 0, 0), models: { "gpt-5": perMillion(1, 0, 0) } },
  acme: { date: "2026-12-01", models: { m1: perMillion(2, 0, 0) } },
};
const cost = (priced: Parameters<typeof costOf>[1]) => costOf(million, priced, [own, listPrices]);

describe("costOf", () => {
  it("uses the price of the model, also for its dated and large versions, and prefers the deployment's price to the list's", () => {
    const gpt5 = { costMicroUsd: 1_000_000, source: "model", date: own.openai.date };
    for (const model of ["gpt-5", "gpt-5-2025-08-07", "gpt-5-latest", "gpt-5[1m]"]) {
      expect(cost({ service: "openai", model })).toEqual(gpt5);
    }
    expect(cost({ service: "openai", model: "gpt-5-mini" })).toEqual({ costMicroUsd: 250_000, source: "model", date });
    const dated = cost({ service: "anthropic", model: "claude-haiku-4-5-20251001" });
    expect(dated).toEqual({ costMicroUsd: 1_000_000, source: "model", date });
  });

  it("uses the agent's own cost only where the model has no price", () => {
    const reportedMicroUsd = 5;
    const agents = { costMicroUsd: 5, source: "agent", date: null };
    expect(cost({ service: "openai", model: "gpt-9", reportedMicroUsd })).toEqual(agents);
    expect(cost({ service: "openai", reportedMicroUsd })).toEqual(agents);
    expect(cost({ service: "elsewhere", model: "gpt-5", reportedMicroUsd: 0 })).toEqual({ ...agents, costMicroUsd: 0 });
    expect(cost({ service: "openai", model: "gpt-5", reportedMicroUsd })).toMatchObject({ costMicroUsd: 1_000_000 });
  });

  it("uses the service's price where neither is known, and none where that is missing too", () => {
    const usual = { costMicroUsd: 7_000_000, source: "service", date: own.openai.date };
    expect(cost({ service: "openai", model: "gpt-9" })).toEqual(usual);
    expect(cost({ service: "openai" })).toEqual(usual);
    const unknown = { costMicroUsd: 0, source: null, date: null };
    expect(cost({ service: "acme" })).toEqual(unknown);
    for (const service of ["elsewhere", "constructor"]) {
      expect(cost({ service, model: "toString" })).toEqual(unknown);
    }
    expect(cost({ service: "openai", model: "toString" })).toEqual(usual);
  });
});

describe("SERVICE_PRICES", () => {
  it("is in dollars, and a missing price is 0", () => {
    const text = JSON.stringify({
      openai: { date, default: { input: 2.5 }, models: { "gpt-5": { input: 1.25, output: 10, cacheRead: 0.125 } } },
      machine: { date, default: { computeHour: 0.5 } },
    });
    expect(parsePrices(text)).toEqual({
      error: null,
      prices: {
        openai: { date, default: perMillion(2.5, 0, 0), models: { "gpt-5": perMillion(1.25, 10, 0.125) } },
        machine: { date, default: perMillion(0, 0, 0, 0.5), models: {} },
      },
    });
  });

  it.each([
    ["{", "is not JSON"],
    ["[]", "is not a JSON object"],
    ['{"Open AI":{}}', "has the service Open AI: must match [a-z0-9_.-]{1,60}"],
    ['{"openai":3}', "has openai, which must be an object"],
    ['{"openai":{}}', "lacks openai.date, the day of the prices as YYYY-MM-DD"],
    ['{"openai":{"date":"2026-13-01"}}', "lacks openai.date, the day of the prices as YYYY-MM-DD"],
    ['{"openai":{"date":"2026-11-01","model":{}}}', "has openai.model, which is unknown; known: date, default, models"],
    ['{"openai":{"date":"2026-11-01","default":{}}}', "has no price in openai.default"],
    [
      '{"openai":{"date":"2026-11-01","models":{"gpt-5":{"input":"1"}}}}',
      "has openai.models.gpt-5.input, which must be a number from 0 to 100000",
    ],
    [
      '{"openai":{"date":"2026-11-01","models":{"gpt-5":{"cached":1}}}}',
      "has openai.models.gpt-5.cached, which is unknown; known: input, output, cacheRead, computeHour",
    ],
  ])("is refused as %s", (text, error) => {
    expect(parsePrices(text)).toEqual({ prices: null, error });
  });
});
