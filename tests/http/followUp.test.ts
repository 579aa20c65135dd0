// A run that continues by itself, by the clock.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { documentId } from "../../convex/lib/publicIds";
import { claimOf } from "../support/jobClaims";
import { createWorkflow, dataOf, projectForEach, runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const startedAt = Date.UTC(2030, 5, 1);
const quietMs = 60_000;
const rule = { checks: true, reviews: false, conflicts: false, maxRounds: 2, quietMs, trust: "write", trusted: [] };
const check = { key: "check/build", kind: "check", title: "build has failed", text: "not ok 1" };
const ada = { login: "ada", canWrite: true, isBot: false };
const review = { key: "review/1", kind: "review", title: "No", text: "It lacks a test.", author: ada };

describe("a run with a follow-up", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const { api, project } = projectForEach(deployment);
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: startedAt }));
  afterEach(() => void vi.useRealTimers());

  const report = (runId: string, ...items: object[]) => job.call("run.reportFeedback", { runId, items });
  const setStatus = (runId: string, status: string) => job.call("run.updateStatus", { runId, status });
  const setRequest = (runId: string, prStatus: string) =>
    job.call("run.updatePr", { runId, prUrl: "https://code.example/o/r/pull/7", prStatus, prNumber: 7 });
  const runOf = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
  const roundOf = async (runId: string) => {
    const { status, round } = await runOf(runId);
    return [status, round];
  };
  const statesOf = async (runId: string) =>
    (await dataOf(api.get(`/runs/feedback?id=${runId}`))).map(({ status }: { status: string }) => status);
  const inbox = async () => (await dataOf(api.get("/inbox"))).map(({ kind }: { kind: string }) => kind);

  async function finished(followUp: object = rule): Promise<string> {
    const workflowId = await createWorkflow(api, { followUp });
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await setStatus(runId, "running");
    await setRequest(runId, "open");
    await setStatus(runId, "completed");
    return runId;
  }

  /** Lets the time pass, and does what the clock would have done meanwhile. */
  async function pass(runId: string, ms: number): Promise<void> {
    const untilMs = Date.now() + ms;
    vi.setSystemTime(untilMs);
    const id = await deployment.run(async (ctx) => documentId(ctx, "runs", runId));
    const dueMs = await deployment.run(async (ctx) => (await ctx.db.get("runs", id))?.followUpAtMs);
    if (dueMs == null || dueMs > untilMs) return;
    await deployment.mutation(internal.runs.scheduled.followUp, { runId: id, dueMs });
  }

  async function doRound(runId: string, status = "completed"): Promise<void> {
    await setStatus(runId, "running");
    await setStatus(runId, status);
  }

  it("continues when nothing new has come for as long as the rule says", async () => {
    const runId = await finished();
    await report(runId, check);
    await pass(runId, quietMs - 1);
    await report(runId, { ...check, text: "not ok 2" });
    await pass(runId, quietMs - 1);
    expect(await roundOf(runId)).toEqual(["completed", 0]);
    // What the rule does not name, and what nobody trusts, does not make it wait.
    await report(runId, review, { ...review, key: "review/2", author: { ...ada, canWrite: false } });
    await pass(runId, 1);
    expect(await roundOf(runId)).toEqual(["pending", 1]);
    await doRound(runId);
    expect(await statesOf(runId)).toEqual(["open", "open", "handled"]);
    await pass(runId, quietMs);
    expect(await roundOf(runId)).toEqual(["completed", 1]);
  });

  it("continues at once when something was said while it ran", async () => {
    const workflowId = await createWorkflow(api, { followUp: rule });
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await setStatus(runId, "running");
    await setRequest(runId, "draft");
    await report(runId, check);
    await pass(runId, quietMs);
    expect(await roundOf(runId)).toEqual(["running", 0]);
    await setStatus(runId, "completed");
    await pass(runId, 0);
    expect(await roundOf(runId)).toEqual(["pending", 1]);
  });

  it.each([
    ["nothing of what it names was said", { ...rule, checks: false }],
    ["the rule is null", null],
  ])("does not continue when %s", async (_why, followUp) => {
    const runId = await finished(followUp as object);
    await report(runId, check);
    await dataOf(api.post("/runs/feedback/add", { runId, text: "Please." }));
    await pass(runId, 10 * quietMs);
    expect([await roundOf(runId), await inbox()]).toEqual([["completed", 0], []]);
  });

  it("does not continue when its request has ended, is in the trash, or everything was ignored or resolved", async () => {
    const changes: ((runId: string) => Promise<unknown>)[] = [
      (runId) => setRequest(runId, "merged"),
      (runId) => report(runId, { ...check, isResolved: true }),
      async (runId) => {
        const [{ id }] = await dataOf(api.get(`/runs/feedback?id=${runId}`));
        await dataOf(api.post("/runs/feedback/ignore", { feedbackIds: [id] }));
      },
    ];
    for (const change of changes) {
      const runId = await finished();
      await report(runId, check);
      await change(runId);
      await pass(runId, 10 * quietMs);
      expect(await roundOf(runId)).toEqual(["completed", 0]);
    }
    const runId = await finished();
    await report(runId, check);
    await dataOf(api.post("/runs/delete", { runId }));
    await pass(runId, 10 * quietMs);
    await dataOf(api.post("/runs/restore", { runId }));
    await pass(runId, 0);
    expect(await roundOf(runId)).toEqual(["pending", 1]);
  });

  it("the same items begin no round again after one that has failed", async () => {
    const runId = await finished();
    await report(runId, check);
    await pass(runId, quietMs);
    await doRound(runId, "failed");
    expect([await statesOf(runId), await inbox()]).toEqual([["open"], ["run_failed"]]);
    // Somebody completes it after all.
    await doRound(runId);
    await report(runId, { ...check, key: "check/lint" });
    await pass(runId, quietMs);
    expect(await roundOf(runId)).toEqual(["pending", 2]);
  });

  it("the same items alone begin none although the run has been completed since", async () => {
    const runId = await finished();
    await report(runId, check);
    await pass(runId, quietMs);
    await doRound(runId, "cancelled");
    await dataOf(api.post("/runs/continue", { runId, prompt: "Only this." }));
    await doRound(runId);
    expect(await statesOf(runId)).toEqual(["open"]);
    await pass(runId, 10 * quietMs);
    expect(await roundOf(runId)).toEqual(["completed", 2]);
  });

  it("after its last round the inbox says that feedback waits, until nothing is open", async () => {
    const runId = await finished();
    for (const round of [1, 2]) {
      await report(runId, { ...check, text: `not ok ${round}` });
      await pass(runId, quietMs);
      await doRound(runId);
    }
    expect(await inbox()).toEqual([]);
    await report(runId, { ...check, text: "not ok 3" });
    await pass(runId, 10 * quietMs);
    expect([await roundOf(runId), await inbox()]).toEqual([["completed", 2], ["feedback_waiting"]]);
    // A round by hand does not count, and what it handles no longer waits.
    await dataOf(api.post("/runs/continue", { runId }));
    expect(await inbox()).toEqual(["feedback_waiting"]);
    await doRound(runId);
    expect(await inbox()).toEqual([]);
    expect(await runOf(runId)).toMatchObject({ round: 3, automaticRounds: 2, followUp: { maxRounds: 2 } });
    await report(runId, { ...check, text: "not ok 4" });
    expect(await inbox()).toEqual(["feedback_waiting"]);
    await setRequest(runId, "merged");
    expect(await inbox()).toEqual([]);
  });

  it("an item that was dismissed comes back with news only", async () => {
    const runId = await finished({ ...rule, maxRounds: 0 });
    await report(runId, check, { ...check, key: "check/lint" });
    const [{ id }] = await dataOf(api.get("/inbox"));
    await dataOf(api.post("/inbox/dismiss", { id }));
    const [{ id: feedbackId }] = await dataOf(api.get(`/runs/feedback?id=${runId}`));
    await dataOf(api.post("/runs/feedback/ignore", { feedbackIds: [feedbackId] }));
    expect(await inbox()).toEqual([]);
    await report(runId, { ...check, text: "not ok 2" });
    expect(await inbox()).toEqual(["feedback_waiting"]);
  });

  it("a restart has all its rounds again", async () => {
    const runId = await finished({ ...rule, maxRounds: 1 });
    await report(runId, check);
    await pass(runId, quietMs);
    await doRound(runId, "failed");
    expect((await dataOf(api.post("/runs/restart", { runId }))).automaticRounds).toBe(0);
    await setStatus(runId, "running");
    await setRequest(runId, "open");
    await report(runId, { ...check, text: "not ok 2" });
    await setStatus(runId, "completed");
    await pass(runId, quietMs);
    expect(await roundOf(runId)).toEqual(["pending", 1]);
  });

  const comments = (count: number, text: string) =>
    Array.from({ length: count }, (_, index) => ({ ...review, key: `review/${index}`, kind: "comment", text }));

  it.each([
    ["as many older items as a round can have", comments(100, "No."), []],
    ["newer items with long texts", [], comments(40, "\u6f22".repeat(20_000))],
  ])("begins for what the rule names beside %s that it does not name", async (_what, before, after) => {
    const runId = await finished();
    const reports = [before, [check], ...after.map((item) => [item])].filter((items) => items.length > 0);
    for (const items of reports) await report(runId, ...items);
    await pass(runId, quietMs);
    expect(await roundOf(runId)).toEqual(["pending", 1]);
    await doRound(runId);
    const handled = await dataOf(api.get(`/runs/feedback?id=${runId}&status=handled`));
    expect(handled).toMatchObject([{ kind: "check", round: 1 }]);
    await pass(runId, 10 * quietMs);
    expect(await roundOf(runId)).toEqual(["completed", 1]);
  });

  it("gives a round also what an earlier one has failed at, and what people have said", async () => {
    const runId = await finished();
    await report(runId, check);
    await pass(runId, quietMs);
    await doRound(runId, "failed");
    await dataOf(api.post("/runs/continue", { runId, prompt: "Only this." }));
    await doRound(runId);
    await dataOf(api.post("/runs/feedback/add", { runId, text: "Also the docs." }));
    await report(runId, { ...check, key: "check/lint" });
    expect(await statesOf(runId)).toEqual(["open", "open", "open"]);
    await pass(runId, quietMs);
    await doRound(runId);
    expect(await statesOf(runId)).toEqual(["handled", "handled", "handled"]);
  });

  it("feedback waits again when its request is opened again", async () => {
    const runId = await finished({ ...rule, maxRounds: 0 });
    await report(runId, check);
    expect(await inbox()).toEqual(["feedback_waiting"]);
    await setRequest(runId, "closed");
    expect(await inbox()).toEqual([]);
    await setRequest(runId, "open");
    expect(await inbox()).toEqual(["feedback_waiting"]);
  });

  it.each(["failed", "cancelled", "completed"])(
    "a sprint stays done when a later round of its run is %s",
    async (end) => {
      const workflowId = await createWorkflow(api, { followUp: rule });
      const fields = { sprintRange: [1, 3], prompt: "Do it.", gitRepoUrl: "https://git.example.com/demo" };
      const { id: chainId } = await dataOf(api.post("/sprint-chains", { workflowId, ...fields }));
      const begin = async (sprintIndex: number): Promise<string> =>
        (await job.call("run.createChainRun", { chainId, sprintIndex, status: "running" })).id;
      const first = await begin(0);
      await setRequest(first, "open");
      await setStatus(first, "completed");
      await begin(1);
      const before = await dataOf(api.get(`/sprint-chains/${chainId}`));
      await report(first, check);
      await pass(first, quietMs);
      await doRound(first, end);
      expect(await roundOf(first)).toEqual([end, 1]);
      expect(await dataOf(api.get(`/sprint-chains/${chainId}`))).toEqual(before);
      const news: { type: string; sprintChainId: string | null }[] = await dataOf(api.get("/notifications/list"));
      const ofSprint = news.filter((one) => one.sprintChainId === chainId && one.type.startsWith("sprint_"));
      expect(ofSprint.map(({ type }) => type)).toEqual(["sprint_completed"]);
    },
  );

  it("a failed round that is tried again is about what is still open", async () => {
    const runId = await finished({ ...rule, maxRounds: 0 });
    await report(runId, check, { ...check, key: "check/lint" });
    await dataOf(api.post("/runs/continue", { runId }));
    const fail = async () => {
      const { id: jobId } = await claimOf(project, job, { kinds: ["run.continue"] });
      await setStatus(runId, "running");
      await job.call("job.fail", { jobId, runnerId: "one", error: "No.", retryable: false });
      return jobId;
    };
    const first = await fail();
    await report(runId, { ...check, isResolved: true });
    await dataOf(api.post("/jobs/redrive", { jobId: first }));
    expect((await statesOf(runId)).toSorted()).toEqual(["open", "resolved"]);
    const second = await fail();
    await report(runId, { ...check, key: "check/lint", isResolved: true });
    expect((await api.post("/jobs/redrive", { jobId: second })).status).toBe(409);
  });
});
