// The prices of services, in whole micro-dollars: $3 per million tokens are 3,000,000. A service without a rate counts
// as free, and its usage records say that it has no rate. A changed rate applies to usage that is reported from then
// on.

/** Prices per million tokens, and per hour of compute. */
export interface Rate {
  input: number;
  output: number;
  cacheRead: number;
  computeHour: number;
}

export const rates: Readonly<Record<string, Rate>> = {
  anthropic: { input: 3_000_000, output: 15_000_000, cacheRead: 300_000, computeHour: 0 },
  openai: { input: 2_500_000, output: 10_000_000, cacheRead: 1_250_000, computeHour: 0 },
  openrouter: { input: 3_000_000, output: 15_000_000, cacheRead: 300_000, computeHour: 0 },
  sandbox: { input: 0, output: 0, cacheRead: 0, computeHour: 100_800 },
};
