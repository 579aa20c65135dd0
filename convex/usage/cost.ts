// Computes what usage costs, in whole micro-dollars. Pure. The parts are added exactly, and only their sum is rounded,
// half up. The computation uses BigInt, because tokens times rates can exceed what a number holds exactly.
import type { Rate } from "./rates";

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  durationMs: number;
}

const tokensPerRate = 1_000_000n;
const msPerHour = 3_600_000n;

export function costMicroUsd({ inputTokens, outputTokens, cacheReadTokens, durationMs }: Usage, rate: Rate): number {
  const tokens =
    times(inputTokens, rate.input) + times(outputTokens, rate.output) + times(cacheReadTokens, rate.cacheRead);
  const compute = times(durationMs, rate.computeHour);
  const numerator = tokens * msPerHour + compute * tokensPerRate;
  const denominator = tokensPerRate * msPerHour;
  return Number((2n * numerator + denominator) / (2n * denominator));
}

function times(amount: number, rate: number): bigint {
  return BigInt(amount) * BigInt(rate);
}
