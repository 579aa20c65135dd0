import { afterEach, beforeEach, expect, it } from "vitest";
import { mutate, temporaryDatabase, type TemporaryDatabase } from "../../database/testing/temporaryDatabase";
import type { CronSchedule, CronSpec } from "../../runtime/contract";
import { FunctionLog } from "../log/functionLog";
import { Crons, type CronChanges } from "./crons";

const start = Date.parse("2026-02-01T00:00:00Z");
const hourly: CronSchedule = { type: "interval", hours: 1 };

let temporary: TemporaryDatabase;
let crons: Crons;
let now: number;
let logged: string[];
beforeEach(async () => {
  temporary = await temporaryDatabase({ committing: "here" });
  now = start;
  logged = [];
  crons = newCrons();
});
afterEach(() => temporary.remove());

function newCrons(): Crons {
  const log = new FunctionLog(
    () => now,
    (record) => logged.push(JSON.stringify(record)),
  );
  const never = () => Promise.reject(new Error("These tests run no function."));
  const runner = { mutationIn: never, run: never };
  return new Crons({ database: temporary.database, runner, log, now: () => now, deployment: () => null });
}

function push(schedule: CronSchedule, label: string): Promise<Map<string, CronChanges>> {
  const spec: CronSpec = { name: "ticks:tick", args: [{ label }], schedule };
  return mutate(temporary.database, (transaction) => crons.replace(transaction, new Map([["", { tick: spec }]]), now));
}

/** As if the engine had ended while the action of the cron ran. */
async function restartWhileRunning(): Promise<void> {
  await mutate(temporary.database, ({ sql }) => sql.exec("UPDATE crons SET is_running = 1"));
  crons = newCrons();
  await crons.load();
}

const due = () => crons.due(Infinity).map(({ at, spec }) => ({ at, args: spec.args }));

it("a push that changes only what a cron calls keeps its time", async () => {
  await push(hourly, "before");
  await restartWhileRunning();
  now += 1_000;
  const changes = await push(hourly, "after");
  expect(changes.get("")?.updated).toEqual(["tick"]);
  expect(due()).toEqual([{ at: start + 3_600_000, args: [{ label: "after" }] }]);
});

it("a push that changes the schedule of a cron sets its time, unless the runs were at most 30 s apart", async () => {
  await push(hourly, "same");
  await restartWhileRunning();
  now += 1_000;
  await push({ type: "interval", seconds: 30 }, "same");
  expect(due()).toMatchObject([{ at: now }]);
  now += 1_000;
  await push(hourly, "same");
  expect(due()).toMatchObject([{ at: now - 1_000 }]);
});

it("a run that a push did not move counts for the time after it", async () => {
  await push(hourly, "before");
  await mutate(temporary.database, ({ sql }) => sql.exec("UPDATE crons SET is_running = 1"));
  await push(hourly, "after");
  crons = newCrons();
  await crons.load();
  expect(due()).toEqual([{ at: start + 3_600_000, args: [{ label: "after" }] }]);
});

it("a stored cron whose expression is no longer valid ends, and does not keep the engine from starting", async () => {
  await push({ type: "cron", cron: "0 0 * * 6" }, "any");
  await mutate(temporary.database, ({ sql }) => sql.exec("UPDATE crons SET spec = replace(spec, '* 6', '* 7')"));
  await restartWhileRunning();
  expect(due()).toEqual([]);
  expect(logged.join("\n")).toContain("0 0 * * 7");
  crons = newCrons();
  await crons.load();
  expect(due()).toEqual([]);
});
