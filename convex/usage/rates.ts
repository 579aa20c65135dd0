// The list prices of providers on the dates given, in whole micro-dollars: $3 per million tokens are 3,000,000. A
// deployment sets its own prices with SERVICE_PRICES (deploymentPrices.ts). A changed price applies to usage that is
// reported from then on.

/** Prices per million tokens, and per hour of compute. */
export interface Rate {
  input: number;
  output: number;
  cacheRead: number;
  computeHour: number;
}

export interface ServicePrices {
  /** The day on which these were the prices, as YYYY-MM-DD. */
  date: string;
  /** For usage of models that are not in the list, and for services without models. */
  default?: Rate;
  /** A name also means the dated versions of the model, such as `gpt-5-2025-08-07` for `gpt-5`. */
  models: Readonly<Record<string, Rate>>;
}

export type Prices = Readonly<Record<string, ServicePrices>>;

/** Turns dollars per million tokens into a rate. */
export function perMillion(input: number, output: number, cacheRead: number, computeHour = 0): Rate {
  const micro = (dollars: number) => Math.round(dollars * 1_000_000);
  return {
    input: micro(input),
    output: micro(output),
    cacheRead: micro(cacheRead),
    computeHour: micro(computeHour),
  };
}

/** The providers' price pages were read in the first days of this month. */
const date = "2026-11-01";

// Some prices depend on the length of a prompt. Reports are sums of many prompts, so the price of a short one counts.
const anthropic = {
  "claude-fable-5-1": perMillion(10, 50, 0.25),
  "claude-fable-5": perMillion(10, 50, 1),
  "claude-opus-5-5": perMillion(4, 20, 0.2),
  "claude-opus-5": perMillion(5, 25, 0.5),
  "claude-opus-4-8": perMillion(5, 25, 0.5),
  "claude-opus-4-7": perMillion(5, 25, 0.5),
  "claude-opus-4-6": perMillion(5, 25, 0.5),
  "claude-opus-4-5": perMillion(5, 25, 0.5),
  "claude-opus-4-1": perMillion(15, 75, 1.5),
  "claude-opus-4": perMillion(15, 75, 1.5),
  "claude-sonnet-5-5": perMillion(2, 10, 0.1),
  "claude-sonnet-5": perMillion(2, 10, 0.2),
  "claude-sonnet-4-6": perMillion(3, 15, 0.3),
  "claude-sonnet-4-5": perMillion(3, 15, 0.3),
  "claude-sonnet-4": perMillion(3, 15, 0.3),
  "claude-haiku-5-5": perMillion(0.1, 0.5, 0.01),
  "claude-haiku-4-5": perMillion(1, 5, 0.1),
  "claude-3-5-haiku": perMillion(0.8, 4, 0.08),
};

const openai = {
  "gpt-6.1-sol": perMillion(2, 10, 0.1),
  "gpt-6.1-terra": perMillion(1, 5, 0.05),
  "gpt-6-astra": perMillion(10, 50, 1),
  "gpt-6-sol": perMillion(2, 10, 0.2),
  "gpt-6-luna": perMillion(0.1, 0.5, 0.01),
  "gpt-5.6-terra": perMillion(2, 12, 0.2),
  "gpt-5.6-luna": perMillion(0.2, 1.2, 0.02),
  "gpt-5.5": perMillion(5, 30, 0.5),
  "gpt-5.4": perMillion(2.5, 15, 0.25),
  "gpt-5.4-mini": perMillion(0.75, 4.5, 0.075),
  "gpt-5.4-nano": perMillion(0.2, 1.25, 0.02),
  "gpt-5.3-codex": perMillion(1.75, 14, 0.175),
  "gpt-5.2-codex": perMillion(1.75, 14, 0.175),
  "gpt-5.2": perMillion(1.75, 14, 0.175),
  "gpt-5.1-codex-max": perMillion(1.25, 10, 0.125),
  "gpt-5.1-codex": perMillion(1.25, 10, 0.125),
  "gpt-5.1": perMillion(1.25, 10, 0.125),
  "gpt-5-codex": perMillion(1.25, 10, 0.125),
  "gpt-5": perMillion(1.25, 10, 0.125),
  "gpt-5-mini": perMillion(0.25, 2, 0.025),
  "gpt-5-nano": perMillion(0.05, 0.4, 0.005),
  "gpt-4.1": perMillion(2, 8, 0.5),
  "gpt-4.1-mini": perMillion(0.4, 1.6, 0.1),
  "gpt-4.1-nano": perMillion(0.1, 0.4, 0.025),
  "gpt-4o": perMillion(2.5, 10, 1.25),
  "gpt-4o-mini": perMillion(0.15, 0.6, 0.075),
  o3: perMillion(2, 8, 0.5),
  "o4-mini": perMillion(1.1, 4.4, 0.275),
};

export const listPrices: Prices = {
  anthropic: { date, default: perMillion(3, 15, 0.3), models: anthropic },
  openai: { date, default: perMillion(2.5, 10, 1.25), models: openai },
  openrouter: { date, default: perMillion(3, 15, 0.3), models: {} },
  sandbox: { date, default: perMillion(0, 0, 0, 0.1008), models: {} },
};
