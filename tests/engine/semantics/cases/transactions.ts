// Everything that a transaction writes is kept or undone together, at every level of nesting.
import type { Value } from "convex/values";
import { expect } from "vitest";
import type { Step } from "../../app/convex/transactions";
import { type Case, part, returns, throws, throwsData } from "../case";
import { type Args, settleJobs, type Subject } from "../subject";

const test = part("transactions");

const insert = (label: string): Step => ({ kind: "insert", label });
const nested = (...steps: Step[]): Step => ({ kind: "nested", steps });
const caught = (...steps: Step[]): Step => ({ kind: "nested", steps, caught: true });
const boom: Step = { kind: "throw", message: "boom" };
const labels: Step = { kind: "labels" };

async function run(subject: Subject, ...steps: Step[]): Promise<Value[]> {
  return (await subject.mutation("transactions:run", { steps: steps as unknown as Value })) as Value[];
}

async function stored(subject: Subject, table = "things"): Promise<Value> {
  return await subject.query("transactions:labels", { table });
}

/** A case that runs the steps, which may fail, and expects these values in the database afterwards. */
const leaves = (title: string, steps: Step[], expected: string[]): Case =>
  test(
    title,
    async (subject) => {
      await run(subject, ...steps).catch(() => undefined);
      return await stored(subject);
    },
    returns(expected),
  );

const rollback: Case[] = [
  leaves("a mutation that throws writes nothing", [insert("a"), insert("b"), boom], []),
  leaves("a mutation that throws a ConvexError writes nothing", [insert("a"), { kind: "throwData", data: 1 }], []),
  leaves(
    "a nested mutation's writes are the outer one's",
    [insert("a"), nested(insert("b")), insert("c")],
    ["a", "b", "c"],
  ),
  leaves(
    "a nested mutation that fails and is caught loses only its own writes",
    [insert("a"), caught(insert("b"), boom), insert("c")],
    ["a", "c"],
  ),
  leaves(
    "a nested mutation that fails and is not caught takes all with it",
    [insert("a"), nested(insert("b"), boom), insert("c")],
    [],
  ),
  leaves("a nested mutation that succeeded is lost with the outer one", [nested(insert("a")), boom], []),
  leaves(
    "a failure in the middle takes what is nested in it",
    [insert("a"), caught(insert("b"), nested(insert("c")), boom)],
    ["a"],
  ),
  leaves(
    "a failure inside that is caught there leaves the middle",
    [caught(insert("a"), caught(insert("b"), boom), insert("c"))],
    ["a", "c"],
  ),
  leaves("deletes are taken back too", [insert("a"), caught({ kind: "deleteAll" }, insert("b"), boom)], ["a"]),
  leaves(
    "after a caught failure the next nested mutation counts",
    [caught(insert("a"), boom), caught(insert("b"))],
    ["b"],
  ),
  leaves(
    "one failure of several in parallel that nobody catches takes all",
    [{ kind: "parallel", branches: [[insert("a")], [insert("b"), boom]] }],
    [],
  ),
  leaves(
    "nested mutations in parallel all count",
    [{ kind: "parallel", branches: [[insert("a")], [insert("b")], [insert("c")]] }],
    ["a", "b", "c"],
  ),
  test(
    "a nested mutation that failed leaves no table behind",
    async (subject) => {
      await run(subject, caught({ kind: "insert", label: "a", table: "made" }, boom), insert("b"));
      return [await stored(subject, "made"), await stored(subject)];
    },
    returns([[], ["b"]]),
  ),
  test(
    "a job of a nested mutation that failed does not run",
    async (subject) => {
      await run(subject, { kind: "schedule", label: "outer" }, caught({ kind: "schedule", label: "inner" }, boom));
      await settleJobs(subject);
      return await subject.query("scheduling:ran");
    },
    returns(["outer"]),
  ),
  test(
    "a file deleted by a nested mutation that failed is still there",
    async (subject) => {
      const id = (await subject.action("files:store", { text: "kept" })) as string;
      await run(subject, caught({ kind: "deleteFile", id }, boom));
      return await subject.action("files:read", { id });
    },
    returns({ text: "kept", size: 4 }),
  ),
];

const visibility: Case[] = [
  test("a mutation sees what it wrote", (subject) => run(subject, insert("a"), labels), returns([["a"]])),
  test(
    "a nested mutation sees what the outer one wrote",
    (subject) => run(subject, insert("a"), nested(labels)),
    returns([[["a"]]]),
  ),
  test(
    "the outer mutation sees what the nested one wrote",
    (subject) => run(subject, nested(insert("a")), labels),
    returns([[], ["a"]]),
  ),
  test(
    "the outer mutation sees nothing of a nested one that failed",
    (subject) => run(subject, insert("a"), caught(insert("b"), boom), labels),
    returns([expect.anything(), ["a"]]),
  ),
  test(
    "a query inside sees pending writes",
    (subject) => run(subject, insert("a"), { kind: "queryLabels" }),
    returns([["a"]]),
  ),
  test(
    "a query on the stale snapshot does not see pending writes",
    async (subject) => {
      await run(subject, insert("before"));
      return await run(subject, insert("pending"), { kind: "queryLabels", snapshot: true });
    },
    returns([["before"]]),
  ),
  test(
    "a query that fails inside does not undo what was written",
    async (subject) => {
      await run(subject, insert("a"), { kind: "queryFails" });
      return await stored(subject);
    },
    returns(["a"]),
  ),
  test(
    "nested mutations in parallel run one after another",
    (subject) =>
      run(subject, {
        kind: "parallel",
        branches: [
          [insert("a"), labels],
          [insert("b"), labels],
        ],
      }),
    returns([[["a"]], [["a", "b"]]]),
  ),
  test(
    "a nested ConvexError that is caught has its data",
    (subject) => run(subject, caught({ kind: "throwData", data: { code: 7n } })),
    returns([{ data: { code: 7n } }]),
  ),
  test(
    "a nested ConvexError that is not caught reaches the client with its data",
    (subject) => run(subject, nested(nested({ kind: "throwData", data: { code: 7n } }))),
    throwsData({ code: 7n }),
  ),
];

const actions: Case[] = [
  test(
    "what an action committed stays when it fails later",
    async (subject) => {
      await subject.action("calls:twoCommits").catch(() => undefined);
      return await stored(subject);
    },
    returns(["committed"]),
  ),
  test(
    "mutations that an action runs in parallel lose nothing",
    async (subject) => {
      await subject.action("calls:parallelIncrements", { name: "parallel", times: 20 });
      const counters = (await subject.query("crash:counters")) as { name: string; count: number }[];
      return counters.map(({ name, count }) => [name, count]);
    },
    returns([["parallel", 20]]),
  ),
  test(
    "mutations from many clients at once lose nothing",
    async (subject) => {
      await Promise.all(Array.from({ length: 20 }, () => subject.mutation("crash:increment", { name: "clients" })));
      const counters = (await subject.query("crash:counters")) as { name: string; count: number }[];
      return counters.map(({ name, count }) => [name, count]);
    },
    returns([["clients", 20]]),
  ),
];

const accounts = Array.from({ length: 8 }, (_, n) => `account ${n}`);

const isolation: Case[] = [
  test(
    "queries amid transfers see every transfer whole or not at all",
    async (subject) => {
      const transfers = accounts.flatMap((from, at) =>
        accounts.slice(at + 1).map((to) => subject.mutation("crash:transfer", { from, to })),
      );
      const sums = Array.from({ length: 20 }, () => subject.query("crash:sum", { names: accounts }));
      await Promise.all(transfers);
      return [new Set(await Promise.all(sums)), await subject.query("crash:sum", { names: accounts })];
    },
    returns([new Set([0]), 0]),
  ),
  test(
    "what a client has been told is written, its next query sees",
    async (subject) => {
      const missing: number[] = [];
      for (let n = 0; n < 20; n += 1) {
        const id = await subject.mutation("documents:insert", { table: "things", value: { value: n } });
        if ((await subject.query("documents:get", { id })) === null) missing.push(n);
      }
      return missing;
    },
    returns([]),
  ),
];

const limited = (limits: Record<string, number>, ...steps: Step[]): Step => ({ kind: "nested", steps, limits });
const read: Step = { kind: "labels" };

/** Returns the arguments with which `calls:throughAction` reaches `call` after so many actions. */
function throughActions(count: number, call: Args): Args {
  if (count === 0) return call;
  return { via: "action", path: "calls:throughAction", args: throughActions(count - 1, call) };
}

const limits: Case[] = [
  test(
    "a nested mutation that writes as many documents as its limit succeeds",
    async (subject) => {
      await run(subject, limited({ documentsWritten: 2 }, insert("a"), insert("b")));
      return await stored(subject);
    },
    returns(["a", "b"]),
  ),
  test(
    "a nested mutation that writes more documents than its limit fails",
    (subject) => run(subject, limited({ documentsWritten: 2 }, insert("a"), insert("b"), insert("c"))),
    throws(/too many documents|too many writes/i),
  ),
  test(
    "a nested mutation that reads more documents than its limit fails",
    (subject) => run(subject, insert("a"), insert("b"), insert("c"), limited({ documentsRead: 2 }, read)),
    throws(/too many documents/i),
  ),
  test(
    "a nested mutation that reads more index ranges than its limit fails",
    (subject) => run(subject, limited({ databaseQueries: 2 }, read, read, read)),
    throws(/too many (reads|index ranges)/i),
  ),
  test(
    "a nested mutation that reads more bytes than its limit fails",
    (subject) => run(subject, insert("a"), limited({ bytesRead: 10 }, read)),
    throws(/too (much data|many bytes)/i),
  ),
  test(
    "a nested mutation that writes more bytes than its limit fails",
    (subject) => run(subject, limited({ bytesWritten: 10 }, insert("long enough for the limit"))),
    throws(/too (much data|many bytes)/i),
  ),
  test(
    "a nested mutation that schedules more functions than its limit fails",
    (subject) =>
      run(
        subject,
        limited({ functionsScheduled: 1 }, { kind: "schedule", label: "a" }, { kind: "schedule", label: "b" }),
      ),
    throws(/too many functions/i),
  ),
  test(
    "the limit of a nested mutation is not that of the outer one",
    async (subject) => {
      await run(subject, limited({ documentsWritten: 1 }, insert("a")), insert("b"), insert("c"));
      return await stored(subject);
    },
    returns(["a", "b", "c"]),
  ),
  test("calls nested eight deep succeed", (subject) => subject.query("calls:nestedDepth", { depth: 8 }), returns(8)),
  test(
    "calls nested nine deep are refused",
    (subject) => subject.query("calls:nestedDepth", { depth: 9 }),
    throws(/Cross component call depth limit exceeded/),
  ),
  test(
    "the depth of calls is counted within a transaction, and actions around it do not count",
    (subject) => {
      const query = { via: "query", path: "calls:nestedDepth", args: { depth: 8 } };
      return subject.action("calls:throughAction", throughActions(10, query));
    },
    returns(8),
  ),
];

const commitTimestamps: Case[] = [
  test(
    "the timestamp of the commit that a mutation returns is that of its documents",
    async (subject) => {
      const { at } = (await subject.mutation("commitTimestamps:storeAndReturn")) as { at: Value };
      const [stored] = (await subject.query("commitTimestamps:stored")) as Value[];
      return [typeof at, at === stored];
    },
    returns(["bigint", true]),
  ),
  test(
    "functions that a mutation calls receive and return the timestamp of its commit",
    async (subject) => {
      await subject.mutation("commitTimestamps:storeReturned");
      const [[own, byQuery, byMutation]] = (await subject.query("commitTimestamps:stored")) as [Value[]];
      return [typeof own, byQuery === own, byMutation === own];
    },
    returns(["bigint", true, true]),
  ),
  test(
    "the timestamp of the commit is unknown to what is scheduled",
    (subject) => subject.mutation("commitTimestamps:scheduleIt"),
    throws(/\$commitTs|placeholder value/),
  ),
];

export const transactionCases: Case[] = [
  ...rollback,
  ...visibility,
  ...actions,
  ...isolation,
  ...limits,
  ...commitTimestamps,
];
