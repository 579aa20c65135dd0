// 2,000 packets of up to five requests of every kind, whole, cut at any place and repeated, on both ports of the
// product: the process lives, and others are served within a second meanwhile. The packets follow from a seed, which is
// printed; `PACKETS_SEED` repeats a run. `PROOFS=long` sends five times as many.
import { afterAll, beforeAll, expect, it } from "vitest";
import { pieces, send, type Piece, type Sending } from "../../engine/server/testing/packets";
import { rootDirectory } from "../../scripts/settings";
import { startEngine, type RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { client, createProject, startRun } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";
import { during } from "./hostile/bystanders";

const packets = process.env["PROOFS"] === "long" ? 10_000 : 2_000;
const atOnce = 50;
const maxP99Ms = 1_000;

let engine: RunningEngine;
let apiKey: string;
/** The pieces for each port. */
let kinds: { port: number; pieces: Piece[] }[];
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory });
  const deployment = deploymentOn(() => engine);
  ({ apiKey } = await createProject(deployment));
  const { id } = await startRun(client(deployment, apiKey));
  const events = `/api/v1/runs/events?id=${id}&after=1000`;
  kinds = [engine.socketUrl, engine.httpUrl].flatMap((url) => {
    const prefix = url === engine.socketUrl ? "/http" : "";
    const port = Number(new URL(url).port);
    const ofProduct = (plain: string, more: string) => {
      const paths = { plain: prefix + plain, held: `${prefix}${events}&wait=1`, stream: prefix + events };
      return { port, pieces: pieces({ ...paths, headers: `Authorization: Bearer ${apiKey}\r\n${more}` }) };
    };
    return [ofProduct("/healthz", ""), ofProduct("/job/callback", "Accept: text/event-stream\r\n")];
  });
});
afterAll(() => engine.stop());

it("requests of every kind behind one another, whole, cut and repeated, harm nobody", async () => {
  const seed = Number(process.env["PACKETS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`PACKETS_SEED=${seed}`);
  const below = randomness(seed);
  const pickedFrom = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const packet = (): Sending & { port: number } => {
    const kind = pickedFrom(kinds);
    const requests = Array.from({ length: 1 + below(5) }, () => pickedFrom(kind.pieces).text).join("");
    const text = requests.repeat(below(4) === 0 ? 2 + below(3) : 1);
    const cuts = Array.from({ length: below(2) * below(6) }, () => below(text.length)).sort((a, b) => a - b);
    const parts = [0, ...cuts].map((from, at) => text.slice(from, cuts[at]));
    return { port: kind.port, parts, patienceMs: 20 + below(400), endsItsSide: below(4) === 0 };
  };
  const seen = await during(engine, apiKey, async () => {
    for (let sent = 0; sent < packets; sent += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, packet).map(({ port, ...sending }) => send(port, sending)));
    }
  });
  const { p99Ms, quietP99Ms, asked } = seen;
  console.log(`p99 ${p99Ms.toFixed(0)} ms of ${asked} (${quietP99Ms.toFixed(0)} ms where nobody attacks)`);
  expect(seen.failures).toEqual([]);
  expect(engine.errorOutput()).not.toMatch(/listener of a connection|nobody was listening|nobody expected/);
  expect((await fetch(`${engine.httpUrl}/healthz`)).status).toBe(200);
  expect(await Promise.race([engine.exited, Promise.resolve("the same process runs")])).toBe("the same process runs");
  expectWithin(maxP99Ms, p99Ms - quietP99Ms, "milliseconds that others waited");
});

/** Returns a function that draws whole numbers below a bound (mulberry32). */
function randomness(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
