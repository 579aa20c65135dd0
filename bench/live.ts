// Measures how soon subscribers receive what a mutation has changed, how much memory an idle subscriber costs, and
// how much a thousand subscribers slow down the writes.
import { load } from "./load";
import type { LoadTarget } from "./load";
import type { SmallEngine } from "./servers";
import { quantile } from "./spread";
import { Subscriber } from "./subscriber";
import type { Watched } from "./subscriber";
import { verdict } from "./table";

const manySubscribers = 1000;
const subscriberCounts = [1, 100, manySubscribers];
/** The first mutations are not counted, as the first round of other cases is not: code is compiled during them. */
const mutationsToWarm = 3;
/** The number of subscribers that are opened at the same time. */
const openedAtOnce = 50;

interface Delay {
  subscribers: number;
  /**
   * `same`: all subscribers watch the same query. `different`: each watches its own query, and the mutation changes
   * all of them.
   */
  queries: "same" | "different";
  /** The time from the sending of the mutation to the new value, over all subscribers and mutations. */
  p50Ms: number;
  p99Ms: number;
}

export interface LiveFigures {
  delays: Delay[];
  kilobytesPerIdle: number;
  writesPerSecond: { without: number; withIdle: number; withWatching: number };
}

export async function measureLive(engine: SmallEngine, seconds: number): Promise<LiveFigures> {
  const kilobytesPerIdle = await measureIdle(engine);
  const delays: Delay[] = [];
  for (const subscribers of subscriberCounts) {
    for (const queries of ["same", "different"] as const) {
      delays.push(await measureDelay(engine, subscribers, queries));
    }
  }
  const watched = "watched-by-all";
  const writesTo = async (name: string) => {
    const { done, seconds: took } = await load(raising(engine, name), 32, seconds);
    return done / took;
  };
  const without = await writesTo("unwatched");
  const idle = await openIdle(engine, "idle");
  const withIdle = await writesTo("unwatched");
  closeAll(idle);
  const watching = await openAll(engine, manySubscribers, () => ({ name: watched, viewer: 0 }));
  const withWatching = await writesTo(watched);
  closeAll(watching);
  return { delays, kilobytesPerIdle, writesPerSecond: { without, withIdle, withWatching } };
}

export function liveRows({ delays, kilobytesPerIdle, writesPerSecond }: LiveFigures): string {
  const { without, withIdle, withWatching } = writesPerSecond;
  return [
    `\n${"From sending a mutation to the new value".padEnd(45)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}`,
    ...delays.map(({ subscribers, queries, p50Ms, p99Ms }) => {
      const title = `${subscribers} subscriber${subscribers === 1 ? "" : "s"}, ${queries} quer${queries === "same" ? "y" : "ies"}`;
      const isJudged = subscribers === manySubscribers && queries === "different";
      const judged = isJudged ? verdict("p99 <= 100 ms", p99Ms <= 100) : "";
      return `${title.padEnd(45)}${p50Ms.toFixed(2).padStart(9)}${p99Ms.toFixed(2).padStart(9)}${judged}`;
    }),
    `An idle subscriber: ${kilobytesPerIdle.toFixed(0)} kB`,
    `Writes per second, 32 connections: ${without.toFixed(0)} without subscribers, ${withIdle.toFixed(0)} with 1,000 subscribers ` +
      `of other values, ${withWatching.toFixed(0)} with 1,000 subscribers of the written values` +
      verdict("at least 0.4 of those without", withWatching >= 0.4 * without),
  ].join("\n");
}

/**
 * Returns the memory of each of a second thousand subscribers. It is measured before any load, because afterwards the
 * process would have free memory left for them.
 */
async function measureIdle(engine: SmallEngine): Promise<number> {
  const first = await openIdle(engine, "first");
  const before = engine.usage().residentMegabytes;
  const second = await openIdle(engine, "second");
  const grown = engine.usage().residentMegabytes - before;
  closeAll([...first, ...second]);
  return (grown * 1024) / manySubscribers;
}

function openIdle(engine: SmallEngine, name: string): Promise<Subscriber[]> {
  return openAll(engine, manySubscribers, (viewer) => ({ name: `${name}-${viewer}`, viewer }));
}

async function measureDelay(engine: SmallEngine, count: number, queries: Delay["queries"]): Promise<Delay> {
  const name = `${queries}-${count}`;
  const watched = (viewer: number): Watched => ({ name, viewer: queries === "same" ? 0 : viewer });
  const subscribers = await openAll(engine, count, watched);
  const delays: number[] = [];
  for (let value = 1; value <= mutationsToWarm + mutationsFor(count); value++) {
    const reached = subscribers.map((subscriber) => subscriber.reached(value));
    const sentAt = performance.now();
    await raise(engine, name);
    const arrivals = await Promise.all(reached);
    if (value > mutationsToWarm) delays.push(...arrivals.map((at) => at - sentAt));
  }
  closeAll(subscribers);
  return { subscribers: count, queries, p50Ms: quantile(delays, 0.5), p99Ms: quantile(delays, 0.99) };
}

function mutationsFor(subscribers: number): number {
  return subscribers >= manySubscribers ? 30 : 200;
}

async function raise(engine: SmallEngine, name: string): Promise<void> {
  const { url, mustInclude, ...request } = raising(engine, name);
  const answer = await (await fetch(url, request)).text();
  if (!answer.includes(mustInclude)) throw new Error(`counters:raise answered ${answer}`);
}

function raising({ url: socketUrl }: SmallEngine, name: string) {
  return {
    url: `${socketUrl}/api/mutation`,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path: "counters:raise", args: { name } }),
    mustInclude: '"status":"success"',
  } satisfies LoadTarget;
}

async function openAll(
  { url: socketUrl }: SmallEngine,
  count: number,
  watched: (viewer: number) => Watched,
): Promise<Subscriber[]> {
  const opened: Subscriber[] = [];
  for (let first = 0; first < count; first += openedAtOnce) {
    const viewers = Array.from({ length: Math.min(openedAtOnce, count - first) }, (_, index) => first + index);
    opened.push(...(await Promise.all(viewers.map((viewer) => Subscriber.open(socketUrl, watched(viewer))))));
  }
  return opened;
}

function closeAll(subscribers: Subscriber[]): void {
  for (const subscriber of subscribers) subscriber.close();
}
