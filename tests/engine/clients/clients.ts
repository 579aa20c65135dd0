// The convex package's own clients, unmodified, on an engine. All clients of a test are closed when it ends.
import { BaseConvexClient, type BaseConvexClientOptions, ConvexClient, ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import type { FunctionReference } from "convex/server";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { RunningEngine } from "../../support/engine";
import { watched } from "./functions";

type Addresses = Pick<RunningEngine, "socketUrl">;

/** Node 20 has no WebSocket of its own. */
export const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;

const quiet: BaseConvexClientOptions = { webSocketConstructor, logger: false };

export function convexClient(engine: Addresses, options: BaseConvexClientOptions = {}): ConvexClient {
  return closedAtEnd(new ConvexClient(engine.socketUrl, { ...quiet, ...options }));
}

export function reactClient(engine: Addresses, options: BaseConvexClientOptions = {}): ConvexReactClient {
  return closedAtEnd(new ConvexReactClient(engine.socketUrl, { ...quiet, ...options }));
}

export function baseClient(
  engine: Addresses,
  onTransition: (client: BaseConvexClient) => void = () => undefined,
): BaseConvexClient {
  const client = new BaseConvexClient(engine.socketUrl, () => onTransition(client), quiet);
  return closedAtEnd(client);
}

export function httpClient(engine: Addresses): ConvexHttpClient {
  return new ConvexHttpClient(engine.socketUrl, { logger: false });
}

function closedAtEnd<Client extends { close(): Promise<void> }>(client: Client): Client {
  onTestFinished(() => client.close());
  return client;
}

/** Records what a client has shown, in order, and waits for what will come. */
export class Seen<Item> {
  readonly items: Item[] = [];
  private wake: () => void = () => undefined;

  readonly add = (item: Item): void => {
    this.items.push(item);
    this.wake();
  };

  /** Returns the first item that matches, among the last item so far and all later ones. */
  async until(isIt: (item: Item) => boolean): Promise<Item> {
    for (let at = Math.max(0, this.items.length - 1); ; at += 1) {
      while (at >= this.items.length) await new Promise<void>((resolve) => (this.wake = resolve));
      const item = this.items[at] as Item;
      if (isIt(item)) return item;
    }
  }
}

interface Subscription<Item> extends Seen<Item> {
  errors: Seen<Error>;
  unsubscribe: () => void;
  current: () => Item | undefined;
}

export function subscribe<Args extends Record<string, unknown>, Returned>(
  client: ConvexClient,
  query: FunctionReference<"query", "public", Args, Returned>,
  args: Args,
): Subscription<Returned> {
  const seen = new Seen<Returned>();
  const errors = new Seen<Error>();
  const subscription = client.onUpdate(query, args, seen.add, errors.add);
  return Object.assign(seen, {
    errors,
    unsubscribe: () => subscription.unsubscribe(),
    current: () => subscription.getCurrentValue(),
  });
}

/** Pauses the engine during `work`, so that React has time to show what comes before the answer. */
export async function whileStopped<Result>(engine: RunningEngine, work: () => Promise<Result>): Promise<Result> {
  engine.signal("SIGSTOP");
  try {
    return await work();
  } finally {
    engine.signal("SIGCONT");
  }
}

let markers = 0;

/**
 * Counts how often `live:watched` has run for the value. The log is in order, so every run before the mark is counted.
 */
export async function runsFor(engine: RunningEngine, value: string): Promise<number> {
  markers += 1;
  const mark = `mark ${markers}`;
  await httpClient(engine).query(watched, { value: mark });
  const ran = (line: string, value: string) => line.includes('"live:watched"') && line.includes(`'${value}'`);
  for (;;) {
    const lines = engine.errorOutput().split("\n");
    if (lines.some((line) => ran(line, mark))) return lines.filter((line) => ran(line, value)).length;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
