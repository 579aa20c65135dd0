// What components show, with `ConvexReactClient` and its hooks.
import type { OptimisticLocalStore } from "convex/browser";
import { useAction, useConvexConnectionState, useMutation, useQueries, useQuery } from "convex/react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningEngine, startEngine } from "../../support/engine";
import { testApp } from "../testApp";
import { httpClient, reactClient, runsFor, Seen, whileStopped } from "./clients";
import * as functions from "./functions";
import { render } from "./rendered";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
  // React logs that the renderer is old, and the errors that boundaries catch.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.kill();
});

const write = (group: string, ...changes: functions.Change[]) =>
  httpClient(engine).mutation(functions.apply, { group, changes });
const insertWatched = (label: string, value: string) =>
  httpClient(engine).mutation(functions.insert, { table: "things", value: { label, value } });

describe("useQuery", () => {
  it("is undefined first, then the value, then each new value", async () => {
    await write("values", { kind: "insert", value: 1 });
    const shown = render(reactClient(engine), () => useQuery(functions.all, { group: "values" }));
    await shown.until((values) => values !== undefined);
    await write("values", { kind: "insert", value: 2 });
    await shown.until((values) => values?.length === 2);
    expect(shown.changes).toStrictEqual([undefined, [1], [1, 2]]);
  });

  it("is one subscription for two components: one run for both, and what the second shows is there at once", async () => {
    const client = reactClient(engine);
    const first = render(client, () => useQuery(functions.watched, { value: "two" }));
    await first.until((labels) => labels !== undefined);
    const second = render(client, () => useQuery(functions.watched, { value: "two" }));
    await second.until(() => true);
    expect(second.items[0]).toStrictEqual([]);
    await insertWatched("a", "two");
    await Promise.all([first, second].map((shown) => shown.until((labels) => labels?.length === 1)));
    expect(await runsFor(engine, "two")).toBe(2);
  });

  it("does not run while skipped", async () => {
    const client = reactClient(engine);
    const shown = render(client, () => useQuery(functions.watched, "skip"));
    await client.query(functions.counter, { name: "none" });
    expect(shown.changes).toStrictEqual([undefined]);
    shown.again(() => useQuery(functions.watched, { value: "no longer" }));
    await shown.until((labels) => labels !== undefined);
    expect(shown.last).toStrictEqual([]);
  });

  it("with other arguments is undefined until they have a value, and follows only those", async () => {
    const client = reactClient(engine);
    await write("left", { kind: "insert", value: 1 });
    await write("right", { kind: "insert", value: 2 });
    const shown = render(client, () => useQuery(functions.all, { group: "left" }));
    await shown.until((values) => values !== undefined);
    shown.again(() => useQuery(functions.all, { group: "right" }));
    await shown.until((values) => values?.includes(2) === true);
    await write("left", { kind: "insert", value: 3 });
    await write("right", { kind: "insert", value: 4 });
    await shown.until((values) => values?.includes(4) === true);
    expect(shown.changes).toStrictEqual([undefined, [1], undefined, [2], [2, 4]]);
  });

  it("of an unmounted component does not run", async () => {
    const client = reactClient(engine);
    const shown = render(client, () => useQuery(functions.watched, { value: "gone" }));
    await shown.until((labels) => labels !== undefined);
    await shown.unmount();
    // The server handles the end of the subscription before it handles this mutation.
    await client.mutation(functions.echoMutation, { value: 1 });
    await insertWatched("a", "gone");
    expect(await runsFor(engine, "gone")).toBe(1);
  });

  it("that fails throws in the component, with the data of the error", async () => {
    const failure = { kind: "data", data: { code: 7n } } as const;
    const shown = render(reactClient(engine), () => useQuery(functions.failQuery, { failure }));
    expect(await shown.errors.until(() => true)).toMatchObject({ data: { code: 7n } });
  });

  it("of several components shows one state", async () => {
    const name = "one state";
    const client = reactClient(engine);
    const shown = render(client, () => {
      const counter = useQuery(functions.counter, { name });
      const sum = useQuery(functions.sum, { group: name });
      return counter === undefined || sum === undefined ? undefined : { counter, sum };
    });
    await shown.until((both) => both !== undefined);
    const writer = httpClient(engine);
    await Promise.all(
      Array.from({ length: 50 }, () => writer.mutation(functions.transfer, { name, amount: 1 }, { skipQueue: true })),
    );
    await shown.until((both) => both?.sum === 50);
    expect(shown.items.filter((both) => both !== undefined && both.counter + both.sum !== 0)).toStrictEqual([]);
  });
});

describe("useQueries", () => {
  it("has each result when it arrives, an error instead of a result that fails, and follows added queries", async () => {
    const client = reactClient(engine);
    await write("several", { kind: "insert", value: 1 });
    const one = { query: functions.all, args: { group: "several" } };
    const fails = { query: functions.failQuery, args: { failure: { kind: "error", message: "this one" } as const } };
    const two = { one, fails };
    const shown = render<Record<string, unknown>>(client, () => useQueries(two));
    await shown.until(({ one, fails }) => one !== undefined && fails !== undefined);
    expect(shown.last).toMatchObject({ one: [1], fails: { message: expect.stringContaining("this one") } });
    const three = { ...two, more: { query: functions.counter, args: { name: "several" } } };
    shown.again(() => useQueries(three));
    await shown.until(({ more }) => more !== undefined);
    expect(shown.last).toMatchObject({ one: [1], more: 0 });
  });
});

describe("useMutation", () => {
  it("resolves to the result when the component shows the change", async () => {
    const client = reactClient(engine);
    const shown = render(client, () => ({
      count: useQuery(functions.counter, { name: "clicks" }),
      click: useMutation(functions.increment),
    }));
    await shown.until(({ count }) => count === 0);
    expect(await shown.last.click({ name: "clicks" })).toBe(1);
    await shown.until(({ count }) => count === 1);
    expect(client.watchQuery(functions.counter, { name: "clicks" }).localQueryResult()).toBe(1);
  });

  const showAtOnce = (
    store: OptimisticLocalStore,
    { group, changes }: { group: string; changes: functions.Change[] },
  ) => {
    const values = store.getQuery(functions.all, { group });
    if (values !== undefined)
      store.setQuery(functions.all, { group }, [...values, ...changes.map(({ value }) => value)]);
  };

  it("withOptimisticUpdate shows it at once and replaces it without a flicker", async () => {
    const group = "optimistic";
    const shown = render(reactClient(engine), () => ({
      values: useQuery(functions.all, { group }),
      add: useMutation(functions.apply).withOptimisticUpdate(showAtOnce),
    }));
    await shown.until(({ values }) => values !== undefined);
    const before = shown.items.length;
    const { done } = await whileStopped(engine, async () => {
      const done = shown.last.add({ group, changes: [{ kind: "insert", value: 5 }] });
      await shown.until(({ values }) => values?.length === 1);
      return { done };
    });
    await done;
    await write(group, { kind: "insert", value: 6 });
    await shown.until(({ values }) => values?.length === 2);
    expect(shown.items.slice(before).map(({ values }) => JSON.stringify(values))).not.toContain("[]");
  });

  it("withOptimisticUpdate takes it back when the mutation fails", async () => {
    const group = "refused";
    const shown = render(reactClient(engine), () => ({
      values: useQuery(functions.all, { group }),
      add: useMutation(functions.failLate).withOptimisticUpdate((store, { value }) =>
        showAtOnce(store, { group, changes: [{ kind: "insert", value }] }),
      ),
    }));
    await shown.until(({ values }) => values !== undefined);
    const { done } = await whileStopped(engine, async () => {
      const done = shown.last.add({ group, value: 9 });
      await shown.until(({ values }) => values?.length === 1);
      return { done };
    });
    await expect(done).rejects.toMatchObject({ data: { refused: 9 } });
    await shown.until(({ values }) => values?.length === 0);
  });

  it("of a component that rendered again is the same function", async () => {
    const client = reactClient(engine);
    const shown = render(client, () => [useMutation(functions.increment), useAction(functions.wait)] as const);
    await shown.until(() => true);
    const [mutation, action] = shown.last;
    shown.again(() => [useMutation(functions.increment), useAction(functions.wait)] as const);
    await shown.until(() => shown.items.length > 1);
    expect([shown.last[0] === mutation, shown.last[1] === action]).toStrictEqual([true, true]);
    expect(await action({ ms: 3 })).toBe(3);
  });
});

it("useConvexConnectionState follows the connection and what is in flight", async () => {
  const client = reactClient(engine);
  const shown = render(client, () => useConvexConnectionState());
  await shown.until(({ isWebSocketConnected }) => isWebSocketConnected);
  const { done } = await whileStopped(engine, async () => {
    const done = client.action(functions.wait, { ms: 1 });
    await shown.until(({ hasInflightRequests }) => hasInflightRequests);
    return { done };
  });
  await done;
  await shown.until(({ hasInflightRequests }) => !hasInflightRequests);
  expect(shown.last).toMatchObject({ hasEverConnected: true, connectionCount: 1, inflightActions: 0 });
});

it("watchQuery reports each new value, and none when its journal and value stay", async () => {
  const client = reactClient(engine);
  const watch = client.watchQuery(functions.counter, { name: "watch" });
  const seen = new Seen<number | undefined>();
  const stop = watch.onUpdate(() => seen.add(watch.localQueryResult()));
  await seen.until((count) => count === 0);
  await client.mutation(functions.increment, { name: "watch" });
  stop();
  await client.mutation(functions.increment, { name: "watch" });
  expect(seen.items).toStrictEqual([0, 1]);
});
