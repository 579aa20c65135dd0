// A limit of time or memory, on a machine that others use as well. One that is missed is measured a second time, and
// counts as missed when it is missed again: vitest.config.ts has a test run once more for this failure, and for no
// other.

/** How `vitest.config.ts` knows the failure. */
export const missedLimit = /^A measured limit was missed: /;

export function expectWithin(limit: number, measured: number, what: string): void {
  if (measured <= limit) return;
  throw new Error(`A measured limit was missed: ${what}: ${measured.toFixed(1)}, where ${limit} is allowed.`);
}
