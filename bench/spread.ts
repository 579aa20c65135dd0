// The middle and the ends of what several rounds have measured.

export interface Spread {
  least: number;
  median: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { least: sorted[0] ?? Number.NaN, median: at(sorted, 0.5), most: sorted.at(-1) ?? Number.NaN };
}

/** Returns the value below which this share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  return at(
    values.toSorted((a, b) => a - b),
    share,
  );
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
