// Collects what is wrong, as sentences that say where.
import { sumOf } from "./tables";

export class Findings {
  readonly sentences: string[] = [];

  equal(what: string, kept: unknown, counted: unknown): void {
    const [a, b] = [JSON.stringify(kept), JSON.stringify(counted)];
    if (a !== b) this.sentences.push(`${what} is kept as ${a}, a full count gives ${b}`);
  }

  atLeast(what: string, kept: number, counted: number): void {
    if (kept < counted) this.sentences.push(`${what} is kept as ${kept}, a full count gives at least ${counted}`);
  }

  isTrue(what: string, holds: boolean): void {
    if (!holds) this.sentences.push(`not so: ${what}`);
  }

  /** The numbers must begin with 1, without gaps and doubles, in any order. */
  numbered(what: string, numbers: readonly number[]): void {
    const sorted = numbers.toSorted((a, b) => a - b);
    const isNumbered = sorted.every((number, at) => number === at + 1);
    if (!isNumbered) this.sentences.push(`${what}: the numbers ${sorted.join(", ")} are not 1 to ${sorted.length}`);
  }

  unique(what: string, keys: readonly string[]): void {
    const doubles = sumOf(keys, () => 1) - new Set(keys).size;
    if (doubles > 0) this.sentences.push(`${what}: ${doubles} doubles`);
  }
}
