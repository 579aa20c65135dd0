// Measures several servers in rounds: each round measures all of them in turn, so that other work of the machine
// affects all of them.
import { spreadOf } from "./spread";
import type { Spread } from "./spread";
import type { Usage } from "./usage";

/** What one server has done in one round. */
export interface Sample {
  /** The number of requests, or of other pieces of work. */
  done: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Contestant {
  name: string;
  usage: () => Usage;
  /** Makes what the measurement needs, before the time and the CPU are measured. */
  prepare(seconds: number): Promise<void>;
  measure(seconds: number): Promise<Sample>;
}

export interface Effort {
  rounds: number;
  seconds: number;
}

export interface Round extends Pick<Sample, "p50Ms" | "p99Ms"> {
  perSecond: number;
  cpuMsEach: number;
  /** At the end of the round. */
  residentMegabytes: number;
}

/** Returns the rounds of each contestant, in the order of the contestants. */
export async function measureInTurn(contestants: readonly Contestant[], effort: Effort): Promise<Round[][]> {
  // A long first round is not counted, because code is compiled and contexts are made during it.
  for (const contestant of contestants) {
    await contestant.prepare(2 * effort.seconds);
    await contestant.measure(2 * effort.seconds);
  }
  const rounds = contestants.map((): Round[] => []);
  for (let round = 0; round < effort.rounds; round++) {
    // Each round begins with another server, so that none always follows the same one.
    for (let place = 0; place < contestants.length; place++) {
      const index = (round + place) % contestants.length;
      const contestant = contestants[index];
      if (contestant !== undefined) rounds[index]?.push(await measureRound(contestant, effort.seconds));
    }
  }
  return rounds;
}

async function measureRound(contestant: Contestant, seconds: number): Promise<Round> {
  await contestant.prepare(seconds);
  const before = contestant.usage();
  const { done, seconds: took, p50Ms, p99Ms } = await contestant.measure(seconds);
  const after = contestant.usage();
  const cpuMsEach = ((after.cpuSeconds - before.cpuSeconds) * 1000) / done;
  return { perSecond: done / took, p50Ms, p99Ms, cpuMsEach, residentMegabytes: after.residentMegabytes };
}

export function spreadIn(rounds: readonly Round[], figure: keyof Round): Spread {
  return spreadOf(rounds.map((round) => round[figure]));
}

/** Divides the figure of each round by that of the other server in the same round. */
export function ratioOf(rounds: readonly Round[], others: readonly Round[], figure: keyof Round): Spread {
  return spreadOf(rounds.map((round, index) => round[figure] / (others[index]?.[figure] ?? Number.NaN)));
}
