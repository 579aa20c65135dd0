// Pages that are loaded one after another and stay live, with `usePaginatedQuery` and with `ConvexClient`.
import { DatabaseSync } from "@photostructure/sqlite";
import * as fc from "fast-check";
import {
  insertAtTop,
  optimisticallyUpdateValueInPaginatedQuery,
  useMutation,
  usePaginatedQuery,
  usePaginatedQuery_experimental,
  useQuery,
} from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CursorCipher } from "../../../engine/application/syscalls/cursorCipher";
import { type RunningEngine, startEngine } from "../../support/engine";
import { testApp } from "../testApp";
import { convexClient, httpClient, reactClient, Seen, whileStopped } from "./clients";
import * as functions from "./functions";
import { render } from "./rendered";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.kill();
});

const write = (group: string, ...changes: functions.Change[]) =>
  httpClient(engine).mutation(functions.apply, { group, changes });
const insertion = (value: number): functions.Change => ({ kind: "insert", value });
const insertAll = (group: string, ...values: number[]) => write(group, ...values.map(insertion));

function usePages(group: string, initialNumItems: number) {
  const { results, status, isLoading, loadMore } = usePaginatedQuery(functions.page, { group }, { initialNumItems });
  return { values: results.map(({ value }) => value), status, isLoading, loadMore };
}

/** Loads the first page of a group. */
async function pages(group: string, initialNumItems: number, client: ConvexReactClient = reactClient(engine)) {
  const shown = render(client, () => usePages(group, initialNumItems));
  await shown.until(({ isLoading }) => !isLoading);
  return shown;
}

describe("pages", () => {
  it("say how far they are: LoadingFirstPage, CanLoadMore, LoadingMore, Exhausted", async () => {
    await insertAll("status", 1, 2, 3);
    const shown = await pages("status", 2);
    await whileStopped(engine, async () => {
      shown.last.loadMore(2);
      await shown.until(({ isLoading }) => isLoading);
    });
    await shown.until(({ status }) => status === "Exhausted");
    const told = shown.changes.map(({ status, values, isLoading }) => [status, values, isLoading]);
    expect(told).toStrictEqual([
      ["LoadingFirstPage", [], true],
      ["CanLoadMore", [1, 2], false],
      ["LoadingMore", [1, 2], true],
      ["Exhausted", [1, 2, 3], false],
    ]);
  });

  it("of an empty list are exhausted at once, and show new rows", async () => {
    const shown = await pages("nothing", 5);
    expect(shown.last).toMatchObject({ status: "Exhausted", values: [] });
    await insertAll("nothing", 1);
    await shown.until(({ values }) => values.length === 1);
    expect(shown.last.status).toBe("Exhausted");
  });

  it("load nothing more while they load, nor when they are exhausted", async () => {
    await insertAll("once", 1, 2, 3, 4, 5, 6);
    const shown = await pages("once", 2);
    for (let n = 0; n < 5; n += 1) shown.last.loadMore(2);
    await shown.until(({ values, isLoading }) => values.length > 2 && !isLoading);
    expect(shown.last.values).toStrictEqual([1, 2, 3, 4]);
    shown.last.loadMore(5);
    await shown.until(({ status }) => status === "Exhausted");
    shown.last.loadMore(5);
    await insertAll("once", 7);
    await shown.until(({ values }) => values.length === 7);
    expect(shown.last).toMatchObject({ status: "Exhausted", values: [1, 2, 3, 4, 5, 6, 7] });
  });

  it("grow where something is inserted, whatever their size was, and the last one ends where it ended", async () => {
    await insertAll("grow", 10, 20, 30, 40, 50);
    const shown = await pages("grow", 2);
    shown.last.loadMore(2);
    await shown.until(({ values }) => values.length === 4);
    await insertAll("grow", 15, 35, 45);
    await shown.until(({ values }) => values.includes(15));
    expect(shown.last).toMatchObject({ status: "CanLoadMore", values: [10, 15, 20, 30, 35, 40] });
  });

  it("shrink where rows are removed, even to nothing, and the following rows can still be loaded", async () => {
    await insertAll("shrink", 1, 2, 3, 4, 5, 6);
    const shown = await pages("shrink", 2);
    shown.last.loadMore(2);
    await shown.until(({ values }) => values.length === 4);
    await write("shrink", ...[1, 2, 3, 4].map((value) => ({ kind: "remove", value }) as const));
    await shown.until(({ values }) => values.length === 0);
    expect(shown.last.status).toBe("CanLoadMore");
    shown.last.loadMore(5);
    await shown.until(({ status }) => status === "Exhausted");
    expect(shown.last.values).toStrictEqual([5, 6]);
  });

  it("change in the same commit when a row moves from one to the other", async () => {
    await insertAll("move", 1, 2, 3, 4);
    const shown = await pages("move", 2);
    shown.last.loadMore(2);
    await shown.until(({ values }) => values.length === 4);
    const before = shown.items.length;
    await write("move", { kind: "move", value: 1, to: 3.5 });
    await shown.until(({ values }) => values[0] === 2);
    expect(shown.last.values).toStrictEqual([2, 3, 3.5, 4]);
    expect(new Set(shown.items.slice(before).map(({ values }) => values.length))).toStrictEqual(new Set([4]));
  });

  it("are split when one has grown to more than twice its size, and all rows stay visible", async () => {
    await insertAll("split", 0, 100, 200);
    const shown = await pages("split", 2);
    const before = shown.items.length;
    for (let n = 1; n <= 20; n += 1) await insertAll("split", n);
    await shown.until(({ values }) => values.length === 22);
    const lengths = shown.items.slice(before).map(({ values }) => values.length);
    expect(lengths).toStrictEqual([...lengths].sort((a, b) => a - b));
    expect(shown.last.values).toStrictEqual([0, ...Array.from({ length: 20 }, (_, n) => n + 1), 100]);
  });

  it("continue from a cursor of 0.2.0, which was not encrypted: jobs that wait may have one", async () => {
    await insertAll("old cursor", 1, 2, 3, 4);
    const ask = (cursor: string | null) =>
      httpClient(engine).query(functions.page, { group: "old cursor", paginationOpts: { cursor, numItems: 2 } });
    const { continueCursor } = await ask(null);
    const database = new DatabaseSync(path.join(engine.dataDir, "data.sqlite"), { readOnly: true });
    const { value } = database.prepare("SELECT value FROM meta WHERE key = 'instance_secret'").get() as {
      value: string;
    };
    database.close();
    const plain = new CursorCipher(value).open(continueCursor);
    expect(plain).not.toBe(continueCursor);
    expect((await ask(plain)).page.map((row) => row.value)).toStrictEqual([3, 4]);
  });

  it("begin again with other arguments", async () => {
    await insertAll("old", 1, 2, 3);
    await insertAll("new", 7, 8, 9);
    const shown = await pages("old", 1);
    shown.last.loadMore(2);
    await shown.until(({ values }) => values.length === 3);
    shown.again(() => usePages("new", 1));
    await shown.until(({ values }) => values.includes(7));
    expect(shown.last).toMatchObject({ status: "CanLoadMore", values: [7] });
  });

  it("begin again when the query has become another one and refuses their cursors", async () => {
    const chooser = "chooser";
    await insertAll(`${chooser} 0`, 1, 2, 3, 4, 5);
    await insertAll(`${chooser} 1`, 11, 12, 13);
    const warned = vi.fn<(...words: unknown[]) => void>();
    const logger = { log: () => undefined, logVerbose: () => undefined, error: () => undefined, warn: warned };
    const shown = render(reactClient(engine, { logger }), () => {
      const { results, status, loadMore } = usePaginatedQuery(
        functions.pageOfChosen,
        { chooser },
        { initialNumItems: 2 },
      );
      return { values: results.map(({ value }) => value), status, loadMore };
    });
    await shown.until(({ status }) => status === "CanLoadMore");
    shown.last.loadMore(2);
    await shown.until(({ values }) => values.length === 4);
    await httpClient(engine).mutation(functions.increment, { name: chooser });
    await shown.until(({ values }) => values.includes(11));
    expect(shown.last).toMatchObject({ status: "CanLoadMore", values: [11, 12] });
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("InvalidCursor"));
    expect(shown.errors.items).toStrictEqual([]);
  });

  it("of two lists of the same query are apart: one may have loaded more than the other", async () => {
    await insertAll("apart", 1, 2, 3, 4);
    const client = reactClient(engine);
    const [long, short] = [await pages("apart", 1, client), await pages("apart", 1, client)];
    long.last.loadMore(2);
    await long.until(({ values }) => values.length === 3);
    await insertAll("apart", 0);
    await Promise.all([long, short].map((shown) => shown.until(({ values }) => values[0] === 0)));
    expect([long.last.values, short.last.values]).toStrictEqual([
      [0, 1, 2, 3],
      [0, 1],
    ]);
  });

  it("show an optimistic change of a row, and a row put on top, until the mutation is done", async () => {
    const group = "optimistic";
    await insertAll(group, 1, 2, 3);
    const client = reactClient(engine);
    const shown = render(client, () => ({
      ...usePages(group, 2),
      change: useMutation(functions.apply).withOptimisticUpdate((store) => {
        optimisticallyUpdateValueInPaginatedQuery(store, functions.page, { group }, (row) => ({
          ...row,
          value: row.value * 10,
        }));
        insertAtTop({
          paginatedQuery: functions.page,
          argsToMatch: { group },
          localQueryStore: store,
          item: { value: 0 },
        });
      }),
    }));
    await shown.until(({ isLoading }) => !isLoading);
    const { done } = await whileStopped(engine, async () => {
      const done = shown.last.change({ group, changes: [insertion(-1)] });
      await shown.until(({ values }) => values.includes(20));
      return { done };
    });
    expect(shown.items.map(({ values }) => values)).toContainEqual([0, 10, 20]);
    await done;
    await shown.until(({ values }) => values.includes(-1));
    expect(shown.last.values).toStrictEqual([-1, 1, 2]);
  });
});

describe("at every state that is shown", () => {
  interface Plan {
    numItems: number;
    steps: (functions.Change | { kind: "loadMore"; count: number })[];
  }
  // There are few different values, so changes often meet each other and the ends of pages.
  const value = fc.integer({ min: 0, max: 40 });
  const step: fc.Arbitrary<Plan["steps"][number]> = fc.oneof(
    { arbitrary: fc.record({ kind: fc.constant("insert" as const), value }), weight: 4 },
    { arbitrary: fc.record({ kind: fc.constant("remove" as const), value }), weight: 2 },
    { arbitrary: fc.record({ kind: fc.constant("move" as const), value, to: value }), weight: 2 },
    {
      arbitrary: fc.record({ kind: fc.constant("loadMore" as const), count: fc.integer({ min: 1, max: 4 }) }),
      weight: 2,
    },
  );
  const plan: fc.Arbitrary<Plan> = fc.record({
    numItems: fc.integer({ min: 1, max: 4 }),
    steps: fc.array(step, { minLength: 10, maxLength: 40 }),
  });
  let groups = 0;

  it("the pages are the beginning of a full scan: no gap, nothing twice, whatever is written while they load", async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ numItems, steps }) => {
        groups += 1;
        const group = `property ${groups}`;
        const client = reactClient(engine);
        await insertAll(group, ...Array.from({ length: 12 }, (_, n) => n * 3));
        const shown = render(client, () => ({
          pages: usePages(group, numItems),
          scan: useQuery(functions.all, { group }),
        }));
        await shown.until(({ pages, scan }) => !pages.isLoading && scan !== undefined);
        const writes = [];
        for (const [at, step] of steps.entries()) {
          if (step.kind === "loadMore") shown.last.pages.loadMore(step.count);
          else writes.push(write(group, step));
          // Some writes are sent at once and may arrive in one update; others are sent after the update before has
          // arrived.
          if (at % 3 === 0) await Promise.all(writes);
        }
        await Promise.all(writes);
        const truth = await httpClient(engine).query(functions.all, { group });
        await shown.until(({ pages, scan }) => !pages.isLoading && String(scan) === String(truth));

        for (const { pages, scan } of shown.items) {
          if (scan === undefined) continue;
          const soFar = pages.status === "Exhausted" ? scan.length : pages.values.length;
          expect(pages.values).toStrictEqual(scan.slice(0, soFar));
        }
        while (shown.last.pages.status !== "Exhausted") {
          const { length } = shown.last.pages.values;
          shown.last.pages.loadMore(10);
          await shown.until(({ pages }) => pages.values.length > length || pages.status === "Exhausted");
        }
        expect(shown.last.pages.values).toStrictEqual(truth);
        await shown.unmount();
        await client.close();
      }),
      { numRuns: 12 },
    );
  });
});

it("usePaginatedQuery_experimental loads and follows the same pages", async () => {
  const group = "experimental";
  await insertAll(group, 1, 2, 3);
  const shown = render(reactClient(engine), () => {
    const { data = [], ...paginated } = usePaginatedQuery_experimental({
      query: functions.page,
      args: { group },
      initialNumItems: 2,
    });
    return { values: data.map(({ value }) => value), loadMore: paginated.loadMore };
  });
  await shown.until(({ values }) => values.length === 2);
  shown.last.loadMore(2);
  await shown.until(({ values }) => values.length === 3);
  await insertAll(group, 1.5);
  await shown.until(({ values }) => values.length === 4);
  expect(shown.last.values).toStrictEqual([1, 1.5, 2, 3]);
});

it("ConvexClient.onPaginatedUpdate_experimental loads and follows the same pages", async () => {
  const group = "client";
  await insertAll(group, 1, 2, 3);
  const seen = new Seen<{ results: functions.Row[]; loadMore: (count: number) => void }>();
  convexClient(engine).onPaginatedUpdate_experimental(
    makeFunctionReference<"query", { group: string }, never>("lists:page"),
    { group },
    { initialNumItems: 2 },
    seen.add as never,
  );
  const { loadMore } = await seen.until(({ results }) => results.length === 2);
  loadMore(2);
  await seen.until(({ results }) => results.length === 3);
  await insertAll(group, 1.5);
  const { results } = await seen.until(({ results }) => results.length === 4);
  expect(results.map(({ value }) => value)).toStrictEqual([1, 1.5, 2, 3]);
});
