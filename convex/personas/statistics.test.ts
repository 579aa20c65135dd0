import { convexTest } from "convex-test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Doc, Id } from "../_generated/dataModel";
import schema from "../schema";
import { createPersona, versionForNewStep } from "./model";
import { deleteSomeDays, recordStepEnd, sumsOf } from "./statistics";
import { zeroSums } from "./sums";

const modules = import.meta.glob(["/convex/**/*.*s", "!/convex/**/*.test.ts"]);
const start = () => convexTest(schema, modules);

describe("the statistics of a persona", () => {
  let t: ReturnType<typeof start>;
  let projectId: Id<"projects">;
  let persona: Doc<"personas">;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T12:00:00Z") });
    t = start();
    projectId = await t.run((ctx) => ctx.db.insert("projects", { name: "Demo", slug: "demo", gitRepoUrl: null }));
    persona = await t.run((ctx) => createPersona(ctx, projectId, { name: "Ada", type: "designer" }));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const makeRun = () =>
    t.run(async (ctx) => {
      const workflow = { projectId, name: "Build", steps: [], isEnabled: true, updatedAtMs: 0 };
      return await ctx.db.insert("runs", {
        projectId,
        runNumber: 1,
        name: "Build",
        status: "running",
        source: "api",
        prompt: "Build it.",
        searchText: "Build it.",
        gitRepoUrl: null,
        branchName: "main",
        workflowId: await ctx.db.insert("workflows", workflow),
        workflowName: "Build",
        costMicroUsd: 0,
        currentIteration: 0,
        maxIterations: 1,
        stopAfterCurrentTurn: false,
        attempt: 1,
        activeDurationMs: 0,
      });
    });

  /** A step of the run that ends now. */
  const endStep = (runId: Id<"runs">, changes: Partial<Doc<"runSteps">> = {}, hasBegun = true) =>
    t.run(async (ctx) => {
      const stepId = await ctx.db.insert("runSteps", {
        projectId,
        runId,
        attempt: 1,
        stepIndex: 0,
        role: "designer",
        name: "Design",
        status: "completed",
        personaVersionId: (await versionForNewStep(ctx, persona._id))!._id,
        inputTokens: 1,
        outputTokens: 2,
        costMicroUsd: 3,
        ...(hasBegun ? { startedAtMs: Date.now() - 1000 } : {}),
        completedAtMs: Date.now(),
        ...changes,
      });
      await recordStepEnd(ctx, runId, (await ctx.db.get("runSteps", stepId))!);
    });

  const sums = (days?: number) => t.run((ctx) => sumsOf(ctx, persona._id, days));

  it("cover the requested days, including today, or all time", async () => {
    const runId = await makeRun();
    await endStep(runId);
    vi.setSystemTime(new Date("2026-03-02T00:00:00Z"));
    await endStep(runId);
    await endStep(await makeRun(), { status: "failed" });
    expect(await sums(1)).toMatchObject({ runs: 1, steps: 2, completed: 1, failed: 1 });
    expect(await sums(2)).toMatchObject({ runs: 2, steps: 3, inputTokens: 3, costMicroUsd: 9, durationSumMs: 3000 });
    vi.setSystemTime(new Date("2027-03-02T23:59:59Z"));
    expect(await sums(365)).toEqual(zeroSums);
    expect(await sums(366)).toMatchObject({ runs: 1, steps: 2 });
    expect(await sums()).toMatchObject({ runs: 2, steps: 3 });
  });

  it("leave out what was skipped or never began, and the time of what was cancelled", async () => {
    const runId = await makeRun();
    await endStep(runId, { status: "skipped" });
    await endStep(runId, { status: "cancelled" }, false);
    expect(await sums()).toEqual(zeroSums);
    await endStep(runId, { status: "cancelled" });
    expect(await sums()).toMatchObject({ runs: 1, steps: 1, completed: 0, failed: 0, durationCount: 0 });
  });

  it("are deleted in batches, however many days there are", async () => {
    const other = await t.run((ctx) => createPersona(ctx, projectId, { name: "Grace", type: "designer" }));
    await t.run(async (ctx) => {
      for (const { _id: personaId } of [persona, other]) {
        for (let day = 0; day < 400; day++) {
          await ctx.db.insert("personaDays", { projectId, personaId, date: `${1000 + day}-01-01`, ...zeroSums });
        }
      }
    });
    const ids = [persona._id, other._id];
    expect(await t.run((ctx) => deleteSomeDays(ctx, ids))).toEqual([other._id]);
    expect(await t.run((ctx) => deleteSomeDays(ctx, ids))).toEqual([]);
    expect(await t.run((ctx) => ctx.db.query("personaDays").first())).toBeNull();
  });
});
