// Prints what was measured: for each case a line for each server, with the engine's ratio to it.
import type { Case } from "./cases";
import { ratioOf, spreadIn } from "./rounds";
import type { Round } from "./rounds";
import type { Spread } from "./spread";

const nameWidth = 36;

/** A contestant that was measured, and the ratio to it that the engine should reach. */
export interface Measured {
  name: string;
  rounds: readonly Round[];
  target?: number | undefined;
}

export const heading = [
  "".padEnd(nameWidth),
  right("per s", 9),
  right("least..most", 16),
  right("p50 ms", 10),
  right("p99 ms", 10),
  right("CPU ms", 9),
  right("MB", 6),
  right("ratio", 8),
  right("least..most", 14),
].join("");

/** The first of the contestants is compared with each of the others. */
export function rowsOf({ title, compared, limits }: Case, [first, ...others]: readonly Measured[]): string {
  if (first === undefined) return title;
  const rows = others.map((other) => {
    const ratio = ratioTo(other.rounds, first.rounds, compared);
    const judged = other.target === undefined ? "" : verdict(`>= ${other.target}`, ratio.median >= other.target);
    return `${figuresOf(other)}${right(ratio.median.toFixed(2), 8)}${right(rangeOf(ratio, 2), 14)}${judged}`;
  });
  return [
    `\n${title}`,
    `${figuresOf(first)}${limits === undefined ? "" : judgeDelays(first.rounds, limits)}`,
    ...rows,
  ].join("\n");
}

/** A ratio above 1 means that the first contestant is better: it does more, or takes less time. */
function ratioTo(others: readonly Round[], first: readonly Round[], compared: Case["compared"]): Spread {
  return compared === "perSecond" ? ratioOf(first, others, compared) : ratioOf(others, first, compared);
}

function figuresOf({ name, rounds }: Measured): string {
  const perSecond = spreadIn(rounds, "perSecond");
  return [
    `  ${name}`.padEnd(nameWidth),
    right(perSecond.median.toFixed(0), 9),
    right(rangeOf(perSecond, 0), 16),
    right(shown(spreadIn(rounds, "p50Ms").median), 10),
    right(shown(spreadIn(rounds, "p99Ms").median), 10),
    right(spreadIn(rounds, "cpuMsEach").median.toFixed(2), 9),
    right(spreadIn(rounds, "residentMegabytes").most.toFixed(0), 6),
  ].join("");
}

function judgeDelays(rounds: readonly Round[], limits: NonNullable<Case["limits"]>): string {
  const [p50, p99] = [spreadIn(rounds, "p50Ms").median, spreadIn(rounds, "p99Ms").median];
  return (
    verdict(`p50 < ${limits.p50Ms} ms`, p50 < limits.p50Ms) + verdict(`p99 < ${limits.p99Ms} ms`, p99 < limits.p99Ms)
  );
}

export function verdict(target: string, isMet: boolean): string {
  return `  (target ${target}: ${isMet ? "met" : "MISSED"})`;
}

function rangeOf({ least, most }: Spread, digits: number): string {
  return `${least.toFixed(digits)}..${most.toFixed(digits)}`;
}

/** The own workers of a peer do not report delays. */
function shown(ms: number): string {
  return Number.isNaN(ms) ? "-" : ms.toFixed(2);
}

function right(text: string, width: number): string {
  return text.padStart(width);
}
