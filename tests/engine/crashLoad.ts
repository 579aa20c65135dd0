// The load of the crash test: clients write until the engine is gone, and record the answers.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";

const writePair = makeFunctionReference<
  "mutation",
  { pair: string; scheduled: boolean },
  { left: string; right: string }
>("crash:writePair");
const increment = makeFunctionReference<"mutation", { name: string }, number>("crash:increment");

export const counterNames = ["red", "green", "blue"] as const;
type CounterName = (typeof counterNames)[number];

/** What clients have requested and what was acknowledged, over all rounds. */
export class Ledger {
  /** For each pair, whether it has a job. */
  readonly attempted = new Map<string, boolean>();
  /** For each pair, the ids that the client received. */
  readonly acknowledged = new Map<string, { left: string; right: string }>();
  readonly attempts: Record<CounterName, number> = { red: 0, green: 0, blue: 0 };
  /** The values that increments returned. */
  readonly counts: Record<CounterName, number[]> = { red: [], green: [], blue: [] };
  /** Failures other than a lost connection. There must be none. */
  readonly refusals: string[] = [];
}

/** Random numbers from 0 to 1, determined by the seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes without pause until the connection is lost. */
export async function writeUntilGone(socketUrl: string, name: string, ledger: Ledger, random: () => number) {
  const client = new ConvexHttpClient(socketUrl, { logger: false });
  try {
    for (let turn = 0; ; turn += 1) {
      if (random() < 0.6) await writeOnePair(client, `${name}/${turn}`, ledger, random() < 0.3);
      else await incrementOne(client, ledger, counterNames[Math.floor(random() * counterNames.length)]!);
    }
  } catch (error) {
    // `fetch` reports a lost connection as a TypeError. Any other failure was an answer of the engine.
    if (!(error instanceof TypeError)) ledger.refusals.push(String(error));
  }
}

async function writeOnePair(client: ConvexHttpClient, pair: string, ledger: Ledger, scheduled: boolean): Promise<void> {
  ledger.attempted.set(pair, scheduled);
  ledger.acknowledged.set(pair, await client.mutation(writePair, { pair, scheduled }));
}

async function incrementOne(client: ConvexHttpClient, ledger: Ledger, name: CounterName): Promise<void> {
  ledger.attempts[name] += 1;
  ledger.counts[name].push(await client.mutation(increment, { name }));
}
