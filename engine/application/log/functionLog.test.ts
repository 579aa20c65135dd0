import { beforeEach, expect, it } from "vitest";
import { FunctionLog, type FinishedRun } from "./functionLog";

let written: string[];
let now: number;
let log: FunctionLog;
beforeEach(() => {
  written = [];
  now = 1_700_000_000_000;
  log = new FunctionLog(
    () => now,
    (record) => written.push(JSON.stringify(record)),
  );
});

function run(fields: Partial<FinishedRun> = {}): FinishedRun {
  const known = { nameOf: () => "messages:send", kind: "mutation", requestId: "0123456789ab" } as const;
  const calls = { queries: 0, cachedQueries: 0, mutations: 1, actions: 0 };
  const used = { startedAt: now, durationMs: 1, usages: [], calls };
  return { ...known, ...used, lines: [], error: null, isAnonymous: false, ...fields };
}

const said = (message: string, count = 1) =>
  Array.from({ length: count }, () => ({ level: "LOG" as const, at: now, message }));
const entries = async () => (await log.read(0, 1, new AbortController().signal)).entries;

it.each([
  ['Value does not match validator.\nPath: .password\nValue: "hunter2"\nValidator: v.float64()', ".password"],
  [
    'Object contains extra field `hunter2` that is not in the validator.\n\nObject: {hunter2: "hunter2"}',
    "extra field",
  ],
  ['`"hunter2"` does not match literal validator `v.literal("a")`.Path: .kind', ".kind"],
  ['Found ID "hunter2" from table `users`, which does not match the table name in validator `v.id("a")`.', "users"],
])("what arguments were is not logged: %j", async (problem, kept) => {
  for (const prefix of ["", "Uncaught Error: "]) {
    log.recordRun(run({ error: `${prefix}ArgumentValidationError: ${problem}` }));
  }
  const all = written.join("\n") + JSON.stringify(await entries());
  expect(all).not.toContain("hunter2");
  expect(all).toContain(kept);
});

it.each([
  ["an error", { error: `a\n"${"\u0001é".repeat(100_000)}` }],
  ["a line", { lines: said("x".repeat(100_000)) }],
  ["many lines", { lines: said("hello", 10_000) }],
  ["both", { lines: said("語".repeat(900), 20), error: "語".repeat(900) }],
  ["a name", { nameOf: () => `GET /${"x".repeat(10_000)}`, error: "failed" }],
])("a line of the log is JSON of 4 kB at most, however long %s is", (_what, fields) => {
  log.recordRun(run(fields));
  expect(Buffer.byteLength(written[0] ?? "")).toBeLessThanOrEqual(4096);
  expect(JSON.parse(written[0] ?? "")).toMatchObject({ requestId: "0123456789ab" });
});

it("short entries are kept unchanged", async () => {
  log.recordRun(run({ lines: said("hello", 3), error: "Uncaught Error: boom" }));
  expect(JSON.parse(written[0] ?? "")).toMatchObject({
    error: "Uncaught Error: boom",
    lines: ["[LOG] hello", "[LOG] hello", "[LOG] hello"],
  });
  expect(await entries()).toMatchObject([{ lines: said("hello", 3), error: "Uncaught Error: boom" }]);
});

it("lines that are left out are counted", async () => {
  log.recordRun(run({ lines: said("x".repeat(1_000), 100) }));
  expect((await entries())[0]?.lines.at(-1)?.message).toMatch(/^… \d+ lines left out$/);
});

it("what is kept for readers is bounded in bytes", async () => {
  for (let at = 0; at < 900; at++) {
    now++;
    log.recordRun(run({ lines: said("x".repeat(15_000)) }));
  }
  expect(JSON.stringify(await entries()).length).toBeLessThan(5_000_000);
});

it("the log has a few failed calls of anonymous callers each second, and says how many it left out", () => {
  for (let at = 0; at < 1_000; at++) log.recordRun(run({ error: "wrong", isAnonymous: true }));
  expect(written).toHaveLength(50);
  log.recordRun(run({ error: "wrong" }));
  expect(written.slice(50).map((line) => JSON.parse(line) as object)).toMatchObject([
    { message: "950 failed calls of clients that have not signed in were left out here." },
    { error: "wrong" },
  ]);
  now += 2_000;
  for (let at = 0; at < 1_000; at++) log.recordRun(run({ error: "wrong", isAnonymous: true }));
  expect(written).toHaveLength(62);
});
