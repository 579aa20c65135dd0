// Live clients while the engine is killed in the middle of their work and starts again.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { useQuery } from "convex/react";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type RunningEngine, startEngine } from "../../support/engine";
import { setVariable } from "../semantics/engineSubject";
import { testApp } from "../testApp";
import { makeKey, TokenProvider } from "../tokenProvider";
import { baseClient, convexClient, httpClient, reactClient, runsFor, Seen, subscribe } from "./clients";
import * as functions from "./functions";
import { render } from "./rendered";

const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-clients-"));
let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp, dataDir });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the engine on the same ports, so that clients find it at the same address. */
async function restart(): Promise<void> {
  const [socketPort, httpPort] = [engine.socketUrl, engine.httpUrl].map((url) => Number(new URL(url).port));
  engine = await startEngine({ dataDir, socketPort: socketPort!, httpPort: httpPort! });
}

describe("over a SIGKILL and a restart", () => {
  it("mutations in flight are applied exactly once and answered in order, and subscribers see them all", async () => {
    const name = "in flight";
    const clients = Array.from({ length: 4 }, () => convexClient(engine));
    const seen = clients.map((client) => subscribe(client, functions.ids, { name }));
    await Promise.all(seen.map((subscription) => subscription.until(() => true)));
    let answered = 0;
    const enough = new Seen<number>();
    const ids = clients.map((_, at) => Array.from({ length: 50 }, (_, n) => `${at} ${String(n).padStart(3, "0")}`));
    const asked = clients.map((client, at) =>
      ids[at]!.map(async (id) => {
        const count = await client.mutation(functions.countOnce, { name, id });
        enough.add((answered += 1));
        return count;
      }),
    );
    await enough.until((count) => count >= 40);
    const killed = engine.kill();
    const answeredBefore = answered;
    await killed;
    await restart();
    const counts = await Promise.all(asked.map((of) => Promise.all(of)));

    expect(answeredBefore).toBeLessThan(200);
    expect(new Set(counts.flat())).toStrictEqual(new Set(Array.from({ length: 200 }, (_, n) => n + 1)));
    for (const of of counts) expect(of).toStrictEqual([...of].sort((a, b) => a - b));
    const expected = ids.flat().sort();
    for (const subscription of seen) {
      const last = await subscription.until((values) => values.length >= 200);
      expect([...last].sort()).toStrictEqual(expected);
      // Values that were shown once do not disappear.
      const lengths = subscription.items.map((values) => values.length);
      expect(lengths).toStrictEqual([...lengths].sort((a, b) => a - b));
    }
    expect(await httpClient(engine).query(functions.counter, { name })).toBe(200);
  });

  it("everything else is restored: subscriptions, failures, pages, optimistic updates, the identity", async () => {
    const provider = await TokenProvider.start();
    onTestFinished(() => provider.stop());
    const key = await makeKey("rsa", "RS256");
    provider.keys = [key];
    const providers = [{ domain: provider.issuer, applicationID: "app" }];
    await setVariable(engine, "TEST_AUTH_PROVIDERS", JSON.stringify(providers));
    const group = "comes back";
    await httpClient(engine).mutation(functions.apply, { group, changes: [1, 3, 5].map(insertion) });

    const client = convexClient(engine);
    client.setAuth(() => provider.sign({ sub: "stays", jti: String(Math.random()) }, key));
    const me = subscribe(client, functions.me, {});
    await me.until((person) => person?.subject === "stays");
    const values = subscribe(client, functions.all, { group });
    const fails = subscribe(client, functions.failQuery, { failure: { kind: "data", data: "still" } });
    await Promise.all([values.until(() => true), fails.errors.until(() => true)]);
    const react = reactClient(engine);
    const shown = render(react, () => useQuery(functions.all, { group }));
    await shown.until((shown) => shown !== undefined);
    const paging = baseClient(engine);
    const pageArgs = { group, paginationOpts: { numItems: 2, cursor: null } };
    paging.subscribe("lists:page", pageArgs);
    const pageValues = () =>
      (paging.localQueryResult("lists:page", pageArgs) as { page: functions.Row[] } | undefined)?.page.map(
        ({ value }) => value,
      );
    await expect.poll(pageValues).toStrictEqual([1, 3]);

    const action = client.action(functions.wait, { ms: 60_000 }).catch((error: unknown) => error);
    await client.mutation(functions.echoMutation, { value: 1 });
    await engine.kill();
    const optimistic = baseClient(engine);
    optimistic.subscribe("lists:all", { group });
    const whileAway = client.mutation(functions.apply, { group, changes: [insertion(2)] });
    // Known values stay visible while the client is disconnected.
    expect([values.current(), shown.last]).toStrictEqual([
      [1, 3, 5],
      [1, 3, 5],
    ]);
    expect(client.connectionState()).toMatchObject({ inflightMutations: 1, isWebSocketConnected: false });
    const away = optimistic.mutation(
      "lists:apply",
      { group, changes: [insertion(9)] },
      {
        optimisticUpdate: (store) => {
          const values = store.getQuery(functions.all, { group });
          if (values !== undefined) store.setQuery(functions.all, { group }, [...values, 9]);
        },
      },
    );
    await restart();

    expect(await action).toMatchObject({
      message: expect.stringContaining("Connection lost while action was in flight"),
    });
    await Promise.all([whileAway, away]);
    await values.until((values) => values.includes(2) && values.includes(9));
    await shown.until((shown) => shown?.includes(2) === true && shown.includes(9));
    await expect.poll(pageValues).toStrictEqual([1, 2, 3]);
    expect(values.items.at(-1)).toStrictEqual([1, 2, 3, 5, 9]);
    expect(
      new Set(me.items.slice(me.items.findIndex((person) => person !== null)).map((person) => person?.subject)),
    ).toStrictEqual(new Set(["stays"]));
    expect((await client.mutation(functions.meInMutation, {}))?.subject).toBe("stays");
    expect(fails.errors.items.at(-1)).toMatchObject({ data: "still" });
    expect(client.connectionState()).toMatchObject({ isWebSocketConnected: true, hasInflightRequests: false });
    expect(client.connectionState().connectionCount).toBeGreaterThan(1);
    await client.mutation(functions.apply, { group, changes: [insertion(7)] });
    expect(values.current()).toStrictEqual([1, 2, 3, 5, 7, 9]);
  });
});

describe("over a stop and a restart", () => {
  it("the clients reconnect by themselves, and each query runs once", async () => {
    const client = convexClient(engine);
    const seen = subscribe(client, functions.watched, { value: "stopped" });
    await seen.until(() => true);
    expect(await engine.stop()).toBe(0);
    await restart();
    const insert = { table: "things", value: { label: "after", value: "stopped" } };
    await client.mutation(functions.insert, insert);
    expect(seen.current()).toStrictEqual(["after"]);
    expect(await runsFor(engine, "stopped")).toBeLessThanOrEqual(2);
  });
});

function insertion(value: number): functions.Change {
  return { kind: "insert", value };
}
