// A limit of time or memory, on a machine that others use too. A limit that is missed is measured a second time, and
// the test fails only if it is missed again: vitest.config.ts repeats a test after this failure, and after no other.

/** The message by which `vitest.config.ts` recognises the failure. */
export const missedLimit = /^A measured limit was missed: /;

export function expectWithin(limit: number, measured: number, what: string): void {
  if (measured <= limit) return;
  throw new Error(`A measured limit was missed: ${what}: ${measured.toFixed(1)}, where ${limit} is allowed.`);
}
