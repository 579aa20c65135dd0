// Wilson's interval of a share: the range in which its true value lies with a probability of 95 %. Pure.

/** Standard deviations on each side of the mean that hold 95 % of a normal distribution. */
const z = 1.959963984540054;

export interface Rate {
  value: number;
  low: number;
  high: number;
}

/** `count` of `total`. Null when there is nothing to judge by. */
export function wilsonInterval(count: number, total: number): Rate | null {
  if (total === 0) return null;
  const value = count / total;
  const spread = (z * z) / total;
  const middle = (value + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((value * (1 - value) + spread / 4) / total)) / (1 + spread);
  // Rounding must not leave the range of a share, nor exclude the value itself.
  return { value, low: Math.max(0, Math.min(middle - half, value)), high: Math.min(1, Math.max(middle + half, value)) };
}
