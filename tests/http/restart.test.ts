// Restarting a run from one of its steps, or with another prompt.
import { beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createSandbox, dataOf, projectForEach, refusalOf, runner, startRun } from "../support/fixtures";

const steps = ["Design", "Build", "Check"].map((name) => ({ role: "designer", name }));

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);
  let runId: string;
  let workflowId: string;
  beforeEach(async () => {
    workflowId = (await dataOf(api.post("/workflows", { name: "Three steps", steps }))).id;
    runId = (await startRun(api, { workflowId })).id;
  });

  const run = () => dataOf(api.get(`/runs/get?id=${runId}`));
  const restart = (changes: object = {}) => api.post("/runs/restart", { runId, ...changes });
  const end = (status: string) => job.call("run.updateStatus", { runId, status });
  const events = async (wanted: string) =>
    (await dataOf(api.get(`/runs/events?id=${runId}&limit=200`)))
      .filter(({ type }: { type: string }) => type === wanted)
      .map(({ data }: { data: object }) => data);

  /** Does a step, with a result. */
  async function step(stepIndex: number, status: string, more: object = {}): Promise<string> {
    const name = steps[stepIndex]?.name ?? "More";
    const { id: stepId } = await job.call("runStep.create", { runId, role: "designer", name, stepIndex });
    await job.call("runStep.updateStatus", { stepId, status: "running" });
    await job.call("runStep.updateStatus", { stepId, status, ...more });
    return stepId;
  }

  /** Claims the job of the run. Jobs of other tests may wait, too. */
  async function claim() {
    for (;;) {
      const claimed = await job.call("job.claim", { runnerId: "one", kinds: ["run.execute"] });
      if (claimed.runId === runId) return claimed;
    }
  }

  it("keeps the tries of one step in their order", async () => {
    const tries = [await step(0, "failed"), await step(0, "failed"), await step(0, "completed")];
    await end("failed");
    const idsOf = async () => (await run()).steps.map(({ id }: { id: string }) => id);
    expect(await idsOf()).toEqual(tries);
    await dataOf(restart({}));
    expect(await idsOf()).toEqual(tries);
  });

  describe("fromStep", () => {
    it("keeps the results of the steps before it, and the runner learns that they are done", async () => {
      const sandboxId = await createSandbox(job, { runId });
      const result = {
        sandboxId,
        tokenUsage: { inputTokens: 10, outputTokens: 20 },
        verdict: { pass: true, feedback: "Good." },
        qualityScores: { composite: 0.9 },
        testResults: { total: 3, passed: 3, failed: 0, skipped: 0 },
      };
      await step(0, "failed");
      const first = await step(0, "completed", result);
      const second = await step(1, "skipped");
      await step(2, "failed");
      await end("failed");
      const before = (await run()).steps;

      expect(await dataOf(restart({ fromStep: 2 }))).toMatchObject({ status: "pending", attempt: 2 });
      const after = (await run()).steps;
      const kept = { attempt: 2, keptFromAttempt: 1, ...result };
      const original = before.find(({ id }: { id: string }) => id === first);
      expect(after.slice(0, 2)).toMatchObject([
        { role: original.role, name: original.name, completedAt: original.completedAt, status: "completed", ...kept },
        { stepIndex: 1, status: "skipped", attempt: 2, keptFromAttempt: 1 },
      ]);
      expect(after.slice(2)).toEqual(expect.arrayContaining(before));
      expect(after).toHaveLength(6);
      expect(before.map(({ keptFromAttempt }: { keptFromAttempt: number | null }) => keptFromAttempt)).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expect(new Set([...after.map((one: { id: string }) => one.id), first, second]).size).toBe(6);
      expect(await events("step.kept")).toEqual(
        [0, 1].map((stepIndex) => ({
          stepId: after[stepIndex].id,
          stepIndex,
          name: steps[stepIndex]?.name,
          attempt: 2,
          keptFromAttempt: 1,
        })),
      );

      const { run: delivered } = await claim();
      expect(delivered.steps.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual([true, true, false]);
      expect(delivered.attempt).toBe(2);
    });

    it("a step that was kept is kept again, and names the attempt in which it was done", async () => {
      await step(0, "completed");
      await end("failed");
      await dataOf(restart({ fromStep: 1 }));
      await step(1, "completed");
      await end("failed");
      await dataOf(restart({ fromStep: 2 }));
      const { steps: shown } = await run();
      expect(shown.slice(0, 2)).toMatchObject([
        { stepIndex: 0, attempt: 3, keptFromAttempt: 1 },
        { stepIndex: 1, attempt: 3, keptFromAttempt: 2 },
      ]);
    });

    it("begins with the first step for 0 and without a number", async () => {
      await step(0, "completed");
      await end("failed");
      await dataOf(restart({ fromStep: 1 }));
      for (const [attempt, changes] of [
        [3, {}],
        [4, { fromStep: 0 }],
        [5, { fromStep: null }],
      ] as const) {
        await end("cancelled");
        expect(await dataOf(restart(changes))).toMatchObject({ attempt });
        expect((await run()).steps[0].attempt).toBe(2);
      }
      const { run: delivered } = await claim();
      expect(delivered.steps.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual([false, false, false]);
    });

    it("counts the cost and the persona's statistics of a kept step once", async () => {
      const { id: personaId } = await dataOf(api.post("/personas/create", { name: "Ada", type: "designer" }));
      const created = { runId, role: "designer", name: "Design", stepIndex: 0, personaId };
      const { id: stepId } = await job.call("runStep.create", created);
      const sandboxId = await createSandbox(job, { runId });
      await job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
      const tokenUsage = { inputTokens: 1_000_000, outputTokens: 0 };
      await job.call("usage.computeCostAndRecord", { sandboxId, tokenUsage, durationMs: 0, service: "anthropic" });
      await job.call("runStep.updateStatus", { stepId, status: "completed" });
      await end("failed");
      const statistics = () => dataOf(api.get(`/personas/analytics?id=${personaId}`));
      const [costs, counted] = [(await run()).costUsd, await statistics()];
      expect(costs).toBeGreaterThan(0);
      expect(counted).toMatchObject({ steps: 1, completed: 1 });
      await dataOf(restart({ fromStep: 1 }));
      const { steps: shown, costUsd } = await run();
      expect(costUsd).toBe(costs);
      expect(shown[0]).toMatchObject({ keptFromAttempt: 1, personaVersionSnapshot: { name: "Ada" } });
      await job.call("runStep.updateStatus", { stepId: shown[0].id, status: "running" });
      await job.call("runStep.updateStatus", { stepId: shown[0].id, status: "completed" });
      expect(await statistics()).toEqual(counted);
    });

    it.each([
      [3, "the run's last step"],
      [100_000, "the run's last step"],
      [2, "step 1 was not completed in attempt 1"],
      [-1, "fromStep"],
      [1.5, "fromStep"],
      ["1", "fromStep"],
    ])("400 VALIDATION naming it for %j, changing nothing", async (fromStep, sentence) => {
      await step(0, "completed");
      await step(1, "failed");
      await end("failed");
      const before = await run();
      const { status, body } = await restart({ fromStep });
      expect([status, body.error.code, body.error.field]).toEqual([400, "VALIDATION", "fromStep"]);
      expect(body.error.message).toContain(sentence);
      expect(await run()).toEqual(before);
    });

    it("goes beyond the workflow's steps where the runner has counted on", async () => {
      for (const index of [0, 1, 2, 3]) await step(index, "completed");
      await step(4, "failed");
      await end("failed");
      await dataOf(restart({ fromStep: 4 }));
      expect((await run()).steps.slice(0, 4)).toMatchObject(
        [0, 1, 2, 3].map((stepIndex) => ({ attempt: 2, stepIndex })),
      );
    });

    it("409 CONFLICT while the run is not over", async () => {
      await step(0, "completed");
      expect(await refusalOf(restart({ fromStep: 1 }))).toEqual([409, "CONFLICT"]);
    });
  });

  describe("prompt", () => {
    it("replaces the prompt of the run, for the runner and for searches", async () => {
      await end("failed");
      const prompt = "Build the zeppelin instead.";
      expect(await dataOf(restart({ prompt }))).toMatchObject({ prompt, attempt: 2 });
      const { run: delivered } = await claim();
      expect(delivered).toMatchObject({ prompt });
      const found = await dataOf(api.get("/runs/list?search=zeppelin"));
      expect(found.map(({ id }: { id: string }) => id)).toEqual([runId]);
    });

    it("stays without one, also when it is null", async () => {
      const { prompt } = await run();
      for (const changes of [{}, { prompt: null }]) {
        await end("failed");
        expect(await dataOf(restart(changes))).toMatchObject({ prompt });
      }
    });

    it.each([{ prompt: "" }, { prompt: " " }, { prompt: "x".repeat(50_001) }, { prompt: 1 }])(
      "400 VALIDATION naming it for %j",
      async (changes) => {
        await end("failed");
        expect(await refusalOf(restart(changes))).toEqual([400, "VALIDATION", "prompt"]);
      },
    );
  });

  it("the run of a chain begins again with its kept steps, and the chain does not begin another run", async () => {
    const chain = { workflowId, sprintRange: [1, 2], prompt: "Go.", gitRepoUrl: "https://code.example/a/b" };
    const { id: chainId } = await dataOf(api.post("/sprint-chains", chain));
    runId = (await job.call("run.createChainRun", { chainId, sprintIndex: 0, status: "running" })).id;
    await step(0, "completed");
    await end("failed");
    await dataOf(restart({ fromStep: 1 }));
    const { kind, run: delivered, projectId } = await claim();
    expect([kind, projectId]).toEqual(["run.execute", project.projectId]);
    expect(delivered).toMatchObject({ sprintChainId: chainId, steps: [{ isDone: true }, { isDone: false }, {}] });
  });
});
