// The largest that a round and a proof can be. All of it is accepted, and answers are measured as JSON, in which a
// control character takes six bytes.
import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

/** A function returns at most 16 MiB. */
const maxBytes = 16 * 1024 * 1024;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const control = "\u0001";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api } = projectForEach(deployment);

  async function finished(workflow: object = {}): Promise<string> {
    const workflowId = await createWorkflow(api, workflow);
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await job.call("run.updateStatus", { runId, status: "completed" });
    return runId;
  }

  async function feedbackIdsOf(runId: string): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor = ""; ;) {
      const { data, nextCursor } = (await api.get(`/runs/feedback?id=${runId}&limit=16${cursor}`)).body;
      ids.push(...data.map(({ id }: { id: string }) => id));
      if (nextCursor === null) return ids;
      cursor = `&cursor=${nextCursor}`;
    }
  }

  it("a round with a hundred of the longest items beside a large run is delivered, and the rest in parts", async () => {
    for (let index = 0; index < 9; index++) {
      await dataOf(api.post("/contexts", { name: `context ${index}`, content: "x".repeat(890_000) }));
    }
    const runId = await finished();
    const text = control.repeat(20_000);
    for (let part = 0; part < 10; part++) {
      const items = Array.from({ length: 10 }, (_, index) => {
        return { key: `check/${part}/${index}`, kind: "check", title: "build has failed", text };
      });
      await job.call("run.reportFeedback", { runId, items });
    }
    const feedbackIds = await feedbackIdsOf(runId);
    await dataOf(api.post("/runs/continue", { runId, feedbackIds }));
    const claimed = await job.call("job.claim", { runnerId: "one", kinds: ["run.continue"] });
    expect(claimed.runId).toBe(runId);
    expect(bytesOf(claimed)).toBeLessThan(15_000_000);
    const inParts = claimed.more.map(({ path }: { path: unknown[] }) => path);
    expect(inParts.length).toBeGreaterThan(10);
    for (const { path, operation, args } of claimed.more) {
      const [list, index] = path;
      expect([list, claimed[list][index]]).toEqual(["feedback", null]);
      claimed[list][index] = await job.call(operation, args);
    }
    expect(claimed.feedback.map((item: { id: string }) => item.id)).toEqual(feedbackIds);
    expect(claimed.feedback.every((item: { text: string }) => item.text === text)).toBe(true);
    const part = { runId, kind: "feedback" };
    expect(await job.refused("run.getPart", { ...part, id: "fb_x" })).toEqual([
      400,
      "The run is over, or it did not receive this part.",
    ]);
  }, 120_000);

  it.each([
    ["control characters", control, false],
    ["escapes of a terminal", "\u001b[1m", false],
    ["letters", "x", true],
    ["characters of three bytes", "語", true],
  ])(
    "a proof of fifty gates is shown, also one of %s",
    async (_what, characters, isWhole) => {
      const ends = { isWhole, isEnd: true, isBeginning: true };
      const gate = { kind: "command", command: ["npm", "test"] };
      const steps = Array.from({ length: 50 }, (_, index) => ({ role: "checker", name: `Check ${index}`, gate }));
      const workflowId = await createWorkflow(api, { steps });
      const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
      await job.call("run.updateStatus", { runId, status: "running" });
      const output = characters.repeat(Math.floor(65_536 / bytesIn(characters)));
      const feedback = characters.repeat(Math.floor(20_000 / characters.length));
      for (let stepIndex = 0; stepIndex < 50; stepIndex++) {
        const made = { runId, role: "checker", name: `Check ${stepIndex}`, stepIndex };
        const { id: stepId } = await job.call("runStep.create", made);
        const proof = { commit: "abcdef1", exitCode: 0, durationMs: 1, output };
        await job.call("runStep.updateStatus", {
          stepId,
          status: "completed",
          verdict: { pass: true, feedback },
          proof,
        });
      }
      const proof = await dataOf(api.get(`/runs/proof?id=${runId}`));
      expect(bytesOf(proof)).toBeLessThan(maxBytes);
      expect(proof.gates.map(partsShown)).toEqual(proof.gates.map(() => ends));
      for (const query of ["", "&stepLimit=500"]) {
        const run = await dataOf(api.get(`/runs/get?id=${runId}${query}`));
        expect(bytesOf(run)).toBeLessThan(maxBytes);
        expect(run.steps.length).toBeGreaterThan(20);
      }
      const { steps: ofRunner } = await job.call("run.get", { runId });
      expect(bytesOf(ofRunner)).toBeLessThan(maxBytes);
      const [{ proof: shown, verdict }] = ofRunner;
      expect(partsShown({ output: shown.output, feedback: verdict.feedback })).toEqual(ends);

      /** What fits is whole. What is longer keeps the end of the output, and the beginning of what was said. */
      function partsShown({ output: end, feedback: beginning }: { output: string; feedback: string }) {
        return {
          isWhole: end === output && beginning === feedback,
          isEnd: output.endsWith(end.replace(/^…/, "")),
          isBeginning: feedback.startsWith(beginning.replace(/…$/, "")),
        };
      }
    },
    120_000,
  );

  function bytesIn(text: string): number {
    return new TextEncoder().encode(text).length;
  }
});

describe("a round that cannot be delivered", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const { api } = projectForEach(deployment);

  it("waits to be tried again, as others do whose input cannot be built, and stops no other claim", async () => {
    const workflowId = await createWorkflow(api, {});
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await job.call("run.updateStatus", { runId, status: "completed" });
    await dataOf(api.post("/runs/continue", { runId, prompt: "Do more." }));
    // No request may have texts of this length, and who knows what a later version takes.
    const prompt = control.repeat(950_000);
    await deployment.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("runs").take(1)) await ctx.db.patch("runs", _id, { prompt });
      for (const { _id } of await ctx.db.query("runRounds").take(1)) await ctx.db.patch("runRounds", _id, { prompt });
      const snapshots = await ctx.db.query("runSnapshots").take(1);
      for (const { _id } of snapshots) await ctx.db.patch("runSnapshots", _id, { runName: prompt });
    });
    const { id: other } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    const refused = await job.refused("job.claim", { runnerId: "one", protocol: 2 });
    expect(refused[0]).toBe(500);
    expect((await job.call("job.claim", { runnerId: "one", protocol: 2 })).runId).toBe(other);
    expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ status: "pending", round: 1 });
    const jobs = await deployment.run((ctx) => ctx.db.query("jobs").collect());
    expect(jobs.find(({ work }) => work.kind === "run.continue")).toMatchObject({
      status: "queued",
      error: "The input of the job could not be built.",
    });
  });
});
