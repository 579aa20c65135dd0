// What holds of a round as of a start, and what the end of the work before it must not do to it.
import { describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { findFollowed, makeDue } from "../../convex/jobs/looks";
import { documentId } from "../../convex/lib/publicIds";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import type { Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { claimOf } from "../support/jobClaims";

const gate = { kind: "command", command: ["npm", "test"], onFail: "ask" };
const gated = { steps: [{ role: "checker", name: "Check", gate }] };
const notPassed = { verdict: { pass: false }, proof: { commit: "abcdef1", exitCode: 1, durationMs: 1 } };

async function endCheck(job: Runner, runId: string) {
  const { id: stepId } = await job.call("runStep.create", { runId, role: "checker", name: "Check", stepIndex: 0 });
  return await job.call("runStep.updateStatus", { stepId, status: "completed", ...notPassed });
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api, stranger } = projectForEach(deployment);
  const start = async (more: object = {}, workflow: object = {}): Promise<string> => {
    const workflowId = await createWorkflow(api, workflow);
    return (await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it.", ...more }))).id;
  };
  const set = (runId: string, status: string) => job.call("run.updateStatus", { runId, status });
  const goOn = (runId: string, body: object = { prompt: "Do more." }) => api.post("/runs/continue", { runId, ...body });
  const runOf = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));

  describe("the conflict key of a run that continues", () => {
    async function twoRuns(onConflict: string): Promise<[string, string]> {
      const rules = { conflictKey: "release", onConflict };
      const first = await start(rules);
      await set(first, "completed");
      const second = await start(rules);
      await set(second, "running");
      return [first, second];
    }

    it.each(["reject", "skip"])("%s: refuses the round, and names the run that is not over", async (onConflict) => {
      const [first, second] = await twoRuns(onConflict);
      const { status, body } = await goOn(first);
      expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
      expect(body.error.message).toContain(second);
      expect(await runOf(first)).toMatchObject({ status: "completed", round: 0 });
    });

    it("cancelPrevious: cancels the run that is not over", async () => {
      const [first, second] = await twoRuns("cancelPrevious");
      expect(await dataOf(goOn(first))).toMatchObject({ status: "pending", round: 1 });
      expect(await runOf(second)).toMatchObject({ status: "cancelled" });
    });

    it("queue: waits for the run that is not over", async () => {
      const [first] = await twoRuns("queue");
      await dataOf(goOn(first));
      expect(await runOf(first)).toMatchObject({ status: "pending", waiting: { reason: "conflict" } });
    });
  });

  it("what a round names is looked for before the state of the run", async () => {
    const runId = await start();
    await set(runId, "running");
    expect((await refusalOf(goOn(runId, { feedbackIds: ["fb_x"] })))[0]).toBe(404);
    const workflowId = await createWorkflow(stranger);
    const { id: theirs } = await dataOf(stranger.post("/runs/start", { workflowId, prompt: "Do it." }));
    const { id } = await dataOf(stranger.post("/runs/feedback/add", { runId: theirs, text: "Do more." }));
    expect((await refusalOf(goOn(runId, { feedbackIds: [id] })))[0]).toBe(403);
    expect((await refusalOf(goOn(runId)))[0]).toBe(409);
  });

  it("a gate asks and its proof is kept while the agents of the run have twenty questions", async () => {
    const runId = await start({}, gated);
    await set(runId, "running");
    for (let index = 0; index < 20; index++) await job.call("run.ask", { runId, key: `${index}`, title: "Why?" });
    expect(await endCheck(job, runId)).toMatchObject({ status: "completed", proof: { exitCode: 1 } });
    expect(await runOf(runId)).toMatchObject({ openQuestions: 21 });
    expect((await dataOf(api.get(`/runs/questions?runId=${runId}&limit=1`)))[0].title).toContain("Check");
    const [status] = await job.refused("run.ask", { runId, key: "20", title: "Why?" });
    expect(status).toBe(400);
  });

  it("a report of a look that began before the merge opens nothing again, and a closed request may open again", async () => {
    const runId = await start();
    await set(runId, "running");
    await job.call("run.updatePr", { runId, prUrl: "https://github.com/o/r/pull/7", prStatus: "open", prNumber: 7 });
    const found = { head: "a".repeat(40), base: "main", mergeable: "clean", approvals: 0, changesRequested: 0 };
    const look = (state: string) => job.call("run.reportRequest", { runId, ...found, state });
    const stateNow = async () => (await runOf(runId)).pullRequest.state;
    await look("closed");
    await look("open");
    expect(await stateNow()).toBe("open");
    await look("merged");
    await look("open");
    await look("closed");
    expect(await stateNow()).toBe("merged");
    expect((await runOf(runId)).pullRequest.nextLookAt).toBeNull();
  });

  it("the request is looked at half a minute after a round has ended", async () => {
    const runId = await start();
    await set(runId, "running");
    await job.call("run.updatePr", { runId, prUrl: "https://github.com/o/r/pull/7", prStatus: "open", prNumber: 7 });
    const found = { head: "a".repeat(40), base: "main", mergeable: "clean", approvals: 0, changesRequested: 0 };
    await job.call("run.reportRequest", { runId, ...found, state: "open" });
    await set(runId, "completed");
    const inMs = async () => (await runOf(runId)).pullRequest.nextLookAt - Date.now();
    expect(await inMs()).toBeGreaterThan(60_000);
    await dataOf(goOn(runId));
    await set(runId, "completed");
    expect(await inMs()).toBeLessThanOrEqual(30_000);
  });
});

describe("what ends later than its run", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const { api, project } = projectForEach(deployment);

  it("is not the last look: one that was under way at the end of a round is followed by another one soon", async () => {
    const workflowId = await createWorkflow(api);
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    const set = (status: string) => job.call("run.updateStatus", { runId, status });
    const found = { head: "a".repeat(40), base: "main", mergeable: "clean", approvals: 0, changesRequested: 0 };
    const report = () => job.call("run.reportRequest", { runId, ...found, state: "open" });
    await set("running");
    await job.call("run.updatePr", { runId, prUrl: "https://github.com/o/r/pull/7", prStatus: "open", prNumber: 7 });
    await report();
    await set("completed");
    await dataOf(api.post("/runs/continue", { runId, prompt: "Do more." }));
    await set("running");
    await deployment.run(async (ctx) => {
      const followed = await findFollowed(ctx, documentId(ctx, "runs", runId));
      if (followed !== null) await makeDue(ctx, followed);
    });
    const look = await claimOf(project, job, { kinds: ["pullRequest.look"] });
    // It has read what the host says before the round pushes.
    await set("completed");
    await report();
    await job.call("job.complete", { jobId: look.id, runnerId: "one" });
    const { pullRequest } = await dataOf(api.get(`/runs/get?id=${runId}`));
    expect(pullRequest.nextLookAt - Date.now()).toBeLessThanOrEqual(30_000);
  });

  const idOf = async (runId: string) => await deployment.run(async (ctx) => documentId(ctx, "runs", runId));

  it.each([
    ["of this version", { attempt: 1, round: 0 }],
    ["of an earlier version", { attempt: 1 }],
  ])("spares the questions and the steps of the round, also where the call is one %s", async (_which, until) => {
    const workflowId = await createWorkflow(api);
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await job.call("run.updateStatus", { runId, status: "completed" });
    await dataOf(api.post("/runs/continue", { runId, prompt: "Do more." }));
    await job.call("run.updateStatus", { runId, status: "running" });
    await job.call("run.ask", { runId, key: "why", title: "Why?" });
    const made = { runId, role: "designer", name: "Design", stepIndex: 0 };
    const { id: stepId } = await job.call("runStep.create", made);
    await job.call("runStep.updateStatus", { stepId, status: "running" });
    const id = await idOf(runId);
    await deployment.mutation(internal.runQuestions.scheduled.dismiss, { runId: id, ...until });
    await deployment.mutation(internal.runSteps.scheduled.cancel, { runId: id, ...until });
    const run = await dataOf(api.get(`/runs/get?id=${runId}`));
    expect(run).toMatchObject({ openQuestions: 1, steps: [{ status: "running", round: 1 }] });
    const [question] = await dataOf(api.get(`/runs/questions?runId=${runId}`));
    expect(question.status).toBe("waiting");
  });

  it("a round dismisses what its run has asked before, and the gate of an earlier round decides nothing", async () => {
    const workflowId = await createWorkflow(api, gated);
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await job.call("run.updateStatus", { runId, status: "running" });
    await endCheck(job, runId);
    const [{ id: questionId }] = await dataOf(api.get(`/runs/questions?runId=${runId}`));
    // The end of the run has not dismissed its questions yet.
    const again = (status: "cancelled" | "running") =>
      deployment.run(async (ctx) => {
        const questions = await ctx.db.query("runQuestions").collect();
        for (const { _id } of questions) await ctx.db.patch("runQuestions", _id, { status: "waiting" });
        await ctx.db.patch("runs", documentId(ctx, "runs", runId), { status, openQuestions: questions.length });
      });
    await again("cancelled");
    await dataOf(api.post("/runs/continue", { runId, prompt: "Do more." }));
    expect(await dataOf(api.get(`/runs/questions?runId=${runId}`))).toMatchObject([{ status: "dismissed" }]);
    await again("running");
    const answer = { questionId, answer: "accept" };
    expect((await refusalOf(api.post("/runs/questions/answer", answer))).slice(0, 2)).toEqual([409, "CONFLICT"]);
    expect((await refusalOf(api.post("/runs/accept", { runId, reason: "It is right." })))[0]).toBe(409);
    expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ status: "running", round: 1 });
  });
});
