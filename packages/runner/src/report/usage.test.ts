import { expect, it } from "vitest";
import type { Call } from "../service/callback";
import { Usage } from "./usage";

async function reported(used: { costUsd: number | null; inputTokens?: number; service?: string }) {
  const calls: [string, unknown][] = [];
  const call: Call = async (operation, args) => {
    calls.push([operation, args]);
    return {} as never;
  };
  const usual = { service: "openai", model: null, inputTokens: 1, outputTokens: 1, cachedTokens: 0 };
  await new Usage(call, "sb_1").add({ kind: "usage", ...usual, ...used });
  return calls;
}

it.each([1_000_000, -1, Infinity])(
  "a cost of %d that an agent claims is not recorded, and a message says so",
  async (costUsd) => {
    const calls = await reported({ costUsd });
    expect(calls.map(([operation]) => operation)).toEqual(["usage.computeCostAndRecord", "message.store"]);
    expect(calls[0]?.[1]).not.toHaveProperty("costUsd");
  },
);

it("other usage is recorded as far as it can be", async () => {
  const [[, record] = []] = await reported({ costUsd: 2.5, inputTokens: 1e300, service: "My provider!" });
  expect(record).toMatchObject({ costUsd: 2.5, service: "agent", tokenUsage: { inputTokens: 1_000_000_000 } });
});
