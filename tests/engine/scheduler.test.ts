// Scheduled functions and crons over crashes and restarts.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { makeCliProject } from "./cliProject";
import { administer } from "./semantics/engineSubject";
import { testApp } from "./testApp";

let dataDir: string;
let pushedAfter: number;
let engine: RunningEngine;
let client: ConvexHttpClient;

async function start(options: { appDir?: string } = {}): Promise<void> {
  engine = await startEngine({ dataDir, ...options });
  client = new ConvexHttpClient(engine.socketUrl, { logger: false });
}

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-scheduler-"));
  pushedAfter = Date.now();
  await start({ appDir: testApp });
});

afterEach(async () => {
  await engine.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const query = (name: string, args = {}): Promise<unknown> => client.query(makeFunctionReference<"query">(name), args);

async function schedule(name: string, args: Record<string, string | number>, after = 0): Promise<string> {
  const target = { path: name, args, after };
  return await client.mutation(makeFunctionReference<"mutation", typeof target, string>("scheduling:schedule"), target);
}

const ran = () => query("scheduling:ran");
const stateOf = async (id: string) => ((await query("scheduling:job", { id })) as { state: unknown }).state;
const patience = { interval: 20 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a scheduled mutation", () => {
  it("cannot cancel itself, and its log says so", async () => {
    const id = await schedule("scheduling:cancelItself", {});
    await expect.poll(() => stateOf(id), patience).toStrictEqual({ kind: "success" });
    await expect.poll(() => engine.errorOutput(), patience).toContain("canceling itself is deprecated");
  });

  it("that was due while the engine was down runs once after the restart", async () => {
    const id = await schedule("scheduling:record", { label: "overdue" }, 300);
    await engine.kill();
    await pause(400);
    await start();
    await expect.poll(ran, patience).toStrictEqual(["overdue"]);
    await expect.poll(() => stateOf(id), patience).toStrictEqual({ kind: "success" });
  });

  it("that ran before a crash does not run again", async () => {
    await schedule("scheduling:record", { label: "once" });
    await expect.poll(ran, patience).toStrictEqual(["once"]);
    await engine.kill();
    await start();
    await pause(300);
    expect(await ran()).toStrictEqual(["once"]);
  });

  it("keeps its time over a restart", async () => {
    await schedule("scheduling:record", { label: "later" }, 60_000);
    await engine.kill();
    await start();
    await pause(200);
    expect(await ran()).toStrictEqual([]);
  });

  it("runs exactly once however often the engine is killed meanwhile", async () => {
    const many = { count: 60, after: 0 };
    await client.mutation(makeFunctionReference<"mutation">("scheduling:scheduleMany"), many);
    for (let crash = 0; crash < 4; crash += 1) {
      await engine.kill();
      await start();
      await pause(15 * crash);
    }
    const labels = Array.from({ length: many.count }, (_, job) => `job ${job}`).sort();
    await expect.poll(async () => ((await ran()) as string[]).toSorted(), patience).toStrictEqual(labels);
  });
});

describe("a scheduled action", () => {
  it("that a crash interrupts has failed and is not repeated", async () => {
    const id = await schedule("scheduling:slowAction", { label: "cut off", milliseconds: 60_000 });
    await expect.poll(ran, patience).toStrictEqual(["cut off began"]);
    expect(await stateOf(id)).toStrictEqual({ kind: "inProgress" });
    await engine.kill();
    await start();
    await expect
      .poll(() => stateOf(id), patience)
      .toStrictEqual({
        kind: "failed",
        error: expect.stringContaining("Transient error while executing action"),
      });
    await pause(200);
    expect(await ran()).toStrictEqual(["cut off began"]);
  });

  it("that had not begun runs after the restart", async () => {
    await schedule("scheduling:recordFromAction", { label: "not begun" }, 2000);
    await engine.kill();
    await start();
    await expect.poll(ran, patience).toStrictEqual(["not begun"]);
  });

  it("that is cancelled while it runs continues, but schedules nothing more", async () => {
    const id = await schedule("scheduling:patientAction", { label: "cancelled" });
    await expect.poll(ran, patience).toStrictEqual(["cancelled began"]);
    await client.mutation(makeFunctionReference<"mutation">("scheduling:cancel"), { id });
    await administer(engine, "scheduling:record", { label: "go" });
    await expect.poll(ran, patience).toStrictEqual(["cancelled began", "go", "cancelled ended"]);
    const read = { table: "_scheduled_functions", system: true };
    const jobs = (await query("reads:collect", { read })) as { state: { kind: string } }[];
    expect(jobs.map(({ state }) => state.kind)).toStrictEqual(["canceled", "canceled", "canceled"]);
  });
});

describe("a push", () => {
  const modules = (crons: string, ...more: string[]) => ({
    "schema.ts": `
      import { defineSchema, defineTable } from "convex/server";
      import { v } from "convex/values";
      export default defineSchema({ marks: defineTable({ cron: v.string() }) });`,
    "ticks.ts": `
      import { internalMutationGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
      import { v } from "convex/values";
      export const tick = internalMutationGeneric({
        args: { cron: v.string() },
        handler: async (ctx, args) => { await ctx.db.insert("marks", { cron: args.cron }); },
      });
      export const all = queryGeneric({
        args: {},
        handler: async (ctx) => (await ctx.db.query("marks").collect()).map((tick) => tick.cron),
      });
      export const soon = mutationGeneric({
        args: { path: v.string() },
        handler: async (ctx, args) => await ctx.scheduler.runAfter(4000, makeFunctionReference(args.path), { cron: "job" }),
      });
      export const job = queryGeneric({ args: { id: v.string() }, handler: async (ctx, args) => await ctx.db.system.get(args.id) });
      ${more.join("\n")}`,
    "crons.ts": `
      import { cronJobs, makeFunctionReference } from "convex/server";
      const crons = cronJobs();
      const tick = makeFunctionReference("ticks:tick");
      ${crons}
      export default crons;`,
  });
  const all = async () => (await query("ticks:all")) as string[];

  it("that removes a cron ends it, and one that changes a cron begins it again", async () => {
    const both =
      'crons.interval("removed", { seconds: 1 }, tick, { cron: "removed" }); crons.interval("changed", { hours: 1 }, tick, { cron: "before" });';
    const project = makeCliProject(engine, modules(both));
    onTestFinished(project.remove);
    await engine.push(project.directory);
    await expect.poll(all, patience).toContain("removed");

    project.write(modules('crons.interval("changed", { seconds: 1 }, tick, { cron: "after" });'));
    await engine.push(project.directory);
    await expect.poll(async () => (await all()).filter((cron) => cron === "after").length, patience).toBe(2);
    const removed = (await all()).filter((cron) => cron === "removed").length;
    await pause(1500);
    expect((await all()).filter((cron) => cron === "removed")).toHaveLength(removed);
  });

  it.each([
    ["ticks:all", "schedules a query function, only actions and mutations can be scheduled: ticks:all"],
    ["ticks:nothing", "schedules a function that does not exist: ticks:nothing"],
  ])("with a cron of %s is refused", async (name, problem) => {
    const cron = `crons.interval("wrong", { hours: 1 }, makeFunctionReference("${name}"), {});`;
    const project = makeCliProject(engine, modules(cron));
    onTestFinished(project.remove);
    await expect(engine.push(project.directory)).rejects.toThrow(`The cron job 'wrong' ${problem}`);
  });

  it("that removes the function of a job fails the job when its time comes", async () => {
    const doomed =
      "export const doomed = internalMutationGeneric({ args: { cron: v.string() }, handler: () => null });";
    const project = makeCliProject(engine, modules(""));
    onTestFinished(project.remove);
    // The first push bundles the app, so that the second push is quicker than the job.
    await engine.push(project.directory);
    project.write(modules("", doomed));
    await engine.push(project.directory);
    const soon = makeFunctionReference<"mutation", { path: string }, string>("ticks:soon");
    const id = await client.mutation(soon, { path: "ticks:doomed" });
    project.write(modules(""));
    await engine.push(project.directory);
    const state = async () => ((await query("ticks:job", { id })) as { state: unknown }).state;
    await expect.poll(state, patience).toMatchObject({ kind: "failed", error: expect.stringContaining("ticks") });
  });
});

describe("a cron", () => {
  const ticks = async (cron: string) => (await query("ticks:of", { cron })) as number[];

  it("runs on its interval, the first time at once", async () => {
    await expect.poll(async () => (await ticks("every second")).length, patience).toBeGreaterThanOrEqual(3);
    const times = await ticks("every second");
    expect(times.at(-1)! - pushedAfter).toBeGreaterThanOrEqual((times.length - 1) * 1000);
    expect(await ticks("every hour")).toHaveLength(1);
    expect(await ticks("first of the month")).toHaveLength(0);
  });

  it("skips the runs that it missed", async () => {
    await expect.poll(async () => (await ticks("every second")).length, patience).toBeGreaterThanOrEqual(1);
    await engine.kill();
    await pause(4000);
    const restarted = Date.now();
    await start();
    const since = async () => (await ticks("every second")).filter((time) => time >= restarted);
    await expect.poll(async () => (await since()).length, patience).toBeGreaterThanOrEqual(3);
    const times = await since();
    // The first job is overdue and the second may be due at once. The others follow one per second.
    expect(times.at(-1)! - restarted).toBeGreaterThanOrEqual((times.length - 2) * 1000);
  });

  it("does not start over when the engine restarts or the same code is pushed again", async () => {
    await expect.poll(async () => (await ticks("every hour")).length, patience).toBe(1);
    await engine.kill();
    await start();
    await engine.push(testApp);
    await pause(300);
    expect(await ticks("every hour")).toHaveLength(1);
  });
});
