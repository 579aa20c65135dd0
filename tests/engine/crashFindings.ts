// Compares the database after a crash with what was found before and with the answers that clients received.
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect } from "vitest";
import { counterNames, type Ledger } from "./crashLoad";

interface Half {
  _id: string;
  _creationTime: number;
  pair: string;
  side: "left" | "right";
  partner: string;
}

const halvesQuery = makeFunctionReference<"query", { after: number }, Half[]>("crash:halves");
const snapshotQuery = makeFunctionReference<"query", Record<string, never>, bigint>("crash:snapshot");

export class Findings {
  readonly pairs = new Map<string, { left: string; right: string }>();
  private readonly ids = new Set<string>();
  private latest = 0;
  private snapshot = 0n;

  /** Reads what is new in the database and returns sentences about everything that is wrong. */
  async look(client: ConvexHttpClient): Promise<string[]> {
    const problems: string[] = [];
    const snapshot = await client.query(snapshotQuery, {});
    if (snapshot < this.snapshot) problems.push(`the time of commits went back from ${this.snapshot} to ${snapshot}`);
    this.snapshot = snapshot;

    // A document with an earlier creation time than those already seen would be missed here, and would count as lost.
    const halves = await client.query(halvesQuery, { after: this.latest });
    for (const half of halves) {
      if (this.ids.has(half._id)) problems.push(`id ${half._id} was given twice`);
      this.ids.add(half._id);
    }
    this.latest = halves.at(-1)?._creationTime ?? this.latest;
    return problems.concat(this.addPairs(halves));
  }

  /** One transaction writes both documents of a pair, so either both are new or neither is. */
  private addPairs(halves: Half[]): string[] {
    const problems: string[] = [];
    for (const [pair, found] of byPair(halves)) {
      const left = found.find(({ side }) => side === "left");
      const right = found.find(({ side }) => side === "right");
      const isWhole = left !== undefined && right !== undefined && found.length === 2;
      if (!isWhole || left.partner !== right._id || right.partner !== left._id) {
        problems.push(`pair ${pair} is not whole: ${JSON.stringify(found)}`);
        continue;
      }
      if (this.pairs.has(pair)) problems.push(`pair ${pair} occurs twice`);
      this.pairs.set(pair, { left: left._id, right: right._id });
    }
    return problems;
  }
}

function byPair(halves: Half[]): Map<string, Half[]> {
  const pairs = new Map<string, Half[]>();
  for (const half of halves) pairs.set(half.pair, [...(pairs.get(half.pair) ?? []), half]);
  return pairs;
}

export function expectNothingLost(ledger: Ledger, findings: Findings): void {
  expect(ledger.refusals).toStrictEqual([]);
  const lost = [...ledger.acknowledged].filter(([pair, ids]) => {
    const found = findings.pairs.get(pair);
    return found?.left !== ids.left || found.right !== ids.right;
  });
  expect(lost, "acknowledged pairs that are not there").toStrictEqual([]);
  const invented = [...findings.pairs.keys()].filter((pair) => !ledger.attempted.has(pair));
  expect(invented, "pairs that nobody wrote").toStrictEqual([]);
}

export function expectCountersKept(ledger: Ledger, counters: Map<string, number>): void {
  for (const name of counterNames) {
    const acknowledged = ledger.counts[name];
    expect(new Set(acknowledged).size, `two increments of ${name} gave the same value`).toBe(acknowledged.length);
    const count = counters.get(name) ?? 0;
    expect(count).toBeGreaterThanOrEqual(acknowledged.length);
    expect(count).toBeGreaterThanOrEqual(Math.max(0, ...acknowledged));
    expect(count).toBeLessThanOrEqual(ledger.attempts[name]);
  }
}

export function jobsRunTwice(counters: Map<string, number>): string[] {
  return [...counters].filter(([name, count]) => name.startsWith("job ") && count > 1).map(([name]) => name);
}
