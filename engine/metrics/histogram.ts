// Counts observations by their size. To observe costs a walk over a few bounds, and to read costs nothing until asked.
import type { Distribution, Labels } from "./family";

export class Histogram {
  private readonly counts: number[];
  private sum = 0;

  /** `bounds` ascend. What is larger than the last one is counted too. */
  constructor(private readonly bounds: readonly number[]) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const found = this.bounds.findIndex((bound) => value <= bound);
    const at = found === -1 ? this.bounds.length : found;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sum += value;
  }

  read(labels: Labels): Distribution {
    let count = 0;
    const buckets = this.counts.map((own, at) => ({ atMost: this.bounds[at] ?? Infinity, count: (count += own) }));
    return { labels, buckets, sum: this.sum };
  }
}
