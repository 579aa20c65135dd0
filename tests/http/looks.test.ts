// Pull requests are followed to their end: looks are jobs, and what they find is shown.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { endFollowing, findFollowed, makeDue as lookNow } from "../../convex/jobs/looks";
import { documentId } from "../../convex/lib/publicIds";
import { dayMs, hourMs, minuteMs } from "../../convex/lib/times";
import { claimOf } from "../support/jobClaims";
import { createWorkflow, dataOf, projectForEach, runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const [one, two] = ["1".repeat(40), "2".repeat(40)];
const url = "https://github.com/Acme/Shop/pull/7";
const found = {
  state: "open",
  head: one,
  base: "main",
  mergeable: "clean",
  approvals: 1,
  changesRequested: 0,
};

describe("looks at pull requests", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const { api, project } = projectForEach(deployment);

  async function running(): Promise<string> {
    const workflowId = await createWorkflow(api, {});
    const gitRepoUrl = "https://github.com/acme/shop.git";
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it.", gitRepoUrl }));
    await job.call("run.updateStatus", { runId, status: "running" });
    return runId;
  }
  async function opened(): Promise<string> {
    const runId = await running();
    await job.call("run.updateProgress", { runId, progress: { resultBranch: "switchyard/run-1-1" } });
    await setStatus(runId, "open");
    return runId;
  }
  const setStatus = (runId: string, prStatus: string, prUrl = url) =>
    job.call("run.updatePr", { runId, prUrl, prStatus });
  const report = (runId: string, more: object = {}) => job.call("run.reportRequest", { runId, ...found, ...more });
  const requestOf = async (runId: string) => (await dataOf(api.get(`/runs/get?id=${runId}`))).pullRequest;
  const claim = () => claimOf(project, job, { kinds: ["pullRequest.look"] });

  /** Lets the time of the next look come. */
  async function makeDue(publicId: string): Promise<void> {
    const id = publicId.replace(/^[a-z]+_/, "") as Id<"runs"> | Id<"mergeRuns">;
    await deployment.run(async (ctx) => {
      const followed = await findFollowed(ctx, id);
      if (followed !== null) await lookNow(ctx, followed);
    });
  }

  it("a request that is open has a look soon, which the end of the run does not touch", async () => {
    const runId = await opened();
    const { nextLookAt, ...request } = await requestOf(runId);
    expect(request).toEqual({
      url,
      number: 7,
      state: "open",
      head: null,
      base: null,
      mergeable: "unknown",
      approvals: 0,
      changesRequested: 0,
      checkedAt: null,
    });
    expect(Math.abs(nextLookAt - Date.now() - 30_000)).toBeLessThan(10_000);
    expect(await claim()).toBeNull();
    await makeDue(runId);
    expect(await claim()).toMatchObject({
      kind: "pullRequest.look",
      runId,
      mergeRunId: null,
      repoUrl: "https://github.com/acme/shop.git",
      prUrl: url,
      prNumber: 7,
      branch: "switchyard/run-1-1",
      base: "main",
    });
  });

  it("what a look finds is shown in lists and details, and the next look follows", async () => {
    const runId = await opened();
    await makeDue(runId);
    const { id: jobId } = await claim();
    const checks = [{ name: "build", status: "running" }];
    await report(runId, { mergeable: "conflict", changesRequested: 2, status: "running", checks });
    expect(await job.call("job.complete", { jobId, runnerId: "one" })).toMatchObject({ status: "done" });
    const request = await requestOf(runId);
    expect(request).toMatchObject({
      head: one,
      base: "main",
      mergeable: "conflict",
      approvals: 1,
      changesRequested: 2,
    });
    expect(request.nextLookAt - request.checkedAt).toBeCloseTo(30_000, -3);
    expect((await dataOf(api.get("/runs")))[0]).toMatchObject({
      pullRequest: request,
      ciChecks: { status: "running" },
    });
    await report(runId, { status: "success", checks: [{ name: "build", status: "success" }] });
    const calm = await requestOf(runId);
    expect(calm.nextLookAt - calm.checkedAt).toBeCloseTo(5 * 60_000, -3);
    await report(runId, { head: two });
    const pushed = await requestOf(runId);
    expect(pushed.nextLookAt - pushed.checkedAt).toBeCloseTo(30_000, -3);
    await makeDue(runId);
    expect(await claim()).toMatchObject({ runId });
  });

  it("a look that fails, or ends without a report, is due again at the next regular time and fails nothing", async () => {
    const runId = await opened();
    for (const operation of ["job.fail", "job.complete"]) {
      await makeDue(runId);
      const { id: jobId, attempt } = await claim();
      expect(attempt).toBe(1);
      const failure = operation === "job.fail" ? { error: "The host is gone.", retryable: false } : {};
      await job.call(operation, { jobId, runnerId: "one", ...failure });
      expect(await claim()).toBeNull();
    }
    expect(await dataOf(api.get("/jobs?status=failed"))).toEqual([]);
    expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ status: "running", error: null });
    await makeDue(runId);
    expect(await claim()).toMatchObject({ runId, attempt: 1 });
  });

  it.each(["merged", "closed"])("nobody looks at a request that is %s", async (state) => {
    const runId = await opened();
    await report(runId, { state });
    expect(await requestOf(runId)).toMatchObject({ state, nextLookAt: null });
    await makeDue(runId);
    expect(await claim()).toBeNull();
    expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ prStatus: state });
  });

  it("a closed request that is opened again is looked at again", async () => {
    const runId = await opened();
    await report(runId, { state: "closed" });
    await setStatus(runId, "open");
    await makeDue(runId);
    expect(await claim()).toMatchObject({ runId });
  });

  it("a merge resolves the issue, and takes the request out of the inbox", async () => {
    const { id: issueId } = await dataOf(api.post("/issues/create", { title: "Slow", description: "It is slow." }));
    const workflowId = await createWorkflow(api, {});
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it.", issueId }));
    await job.call("run.updateStatus", { runId, status: "running" });
    await setStatus(runId, "open");
    await job.call("run.updateStatus", { runId, status: "completed" });
    await report(runId, { status: "success", checks: [] });
    const inbox = async () => (await dataOf(api.get("/inbox"))).map(({ kind }: { kind: string }) => kind);
    expect(await inbox()).toEqual(["pull_request"]);
    await report(runId, { state: "merged" });
    expect(await inbox()).toEqual([]);
    expect(await dataOf(api.get(`/issues/get?id=${issueId}`))).toMatchObject({ status: "resolved" });
  });

  it("polling pauses in the trash and stops on restart or deletion", async () => {
    const runId = await opened();
    await job.call("run.updateStatus", { runId, status: "completed" });
    await dataOf(api.post("/runs/delete", { runId }));
    await makeDue(runId);
    expect(await claim()).toBeNull();
    await dataOf(api.post("/runs/restore", { runId }));
    const claimed = await claim();
    expect(claimed).toMatchObject({ runId });
    await job.call("job.complete", { jobId: claimed.id, runnerId: "one" });
    await dataOf(api.post("/runs/restart", { runId }));
    expect(await requestOf(runId)).toBeNull();
    await makeDue(runId);
    expect(await claim()).toBeNull();
  });

  it("a reported request that is as it was adds nothing to the log", async () => {
    const runId = await opened();
    await report(runId, { status: "success", checks: [] });
    const log = async () => (await dataOf(api.get(`/runs/events?id=${runId}&limit=100`))).length;
    const before = await log();
    await report(runId, { status: "success", checks: [] });
    expect(await log()).toBe(before);
    await report(runId, { status: "success", checks: [], approvals: 2 });
    expect(await log()).toBe(before + 1);
  });

  it("the request of a merge run is followed, too", async () => {
    const pullRequests = [{ prUrl: url, prNumber: 7 }];
    const { id: mergeRunId } = await dataOf(api.post("/merging/start", { pullRequests }));
    const merged = "https://github.com/acme/shop/pull/9";
    await job.call("mergeRun.updateStatus", { mergeRunId, status: "completed", prUrl: merged });
    await makeDue(mergeRunId);
    expect(await claim()).toMatchObject({ mergeRunId, runId: null, prUrl: merged, prNumber: 9 });
    const view = await job.call("run.reportRequest", { mergeRunId, ...found, state: "merged" });
    expect(view).toMatchObject({ id: mergeRunId, pullRequest: { state: "merged", head: one, nextLookAt: null } });
  });

  it.each<[string, object]>([
    ["state", { state: "failed" }],
    ["head", { head: "main" }],
    ["base", { base: "" }],
    ["mergeable", { mergeable: "yes" }],
    ["approvals", { approvals: -1 }],
    ["changesRequested", { changesRequested: true }],
    ["checks", { status: "success" }],
    ["status", { checks: [] }],
    ["mergeRunId", { mergeRunId: "merge_1" }],
  ])("400 VALIDATION naming %s of %j", async (field, more) => {
    const runId = await opened();
    const [status, sentence] = await job.refused("run.reportRequest", { runId, ...found, ...more });
    expect([status, sentence.replace(/^args\./, "").split(" ")[0]]).toEqual([400, field]);
  });

  it("400 for a run without a request, and one that nobody names", async () => {
    expect((await job.refused("run.reportRequest", { runId: await running(), ...found }))[0]).toBe(400);
    expect((await job.refused("run.reportRequest", found))[0]).toBe(400);
  });

  it("refuses what was found of a request in whose place there is another one", async () => {
    const runId = await opened();
    await job.call("run.updateStatus", { runId, status: "completed" });
    await dataOf(api.post("/runs/restart", { runId }));
    await job.call("run.updateStatus", { runId, status: "running" });
    const other = "https://github.com/acme/shop/pull/8";
    await setStatus(runId, "open", other);
    const late = { runId, ...found, state: "merged", prUrl: url };
    expect(await job.refused("run.reportRequest", late)).toEqual([400, expect.stringContaining(other)]);
    expect(await requestOf(runId)).toMatchObject({ url: other, state: "open" });
    expect(await report(runId, { prUrl: other })).toMatchObject({ pullRequest: { head: one } });
  });
});

describe("the times of looks", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const { api, project } = projectForEach(deployment);
  const startedAt = Date.UTC(2030, 5, 1);
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: startedAt }));
  afterEach(() => void vi.useRealTimers());

  const claim = () => claimOf(project, job, { kinds: ["pullRequest.look"] });
  const nextLook = async (runId: string) => (await dataOf(api.get(`/runs/get?id=${runId}`))).pullRequest.nextLookAt;

  async function finished(): Promise<string> {
    const workflowId = await createWorkflow(api, {});
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await job.call("run.updateStatus", { runId, status: "running" });
    await job.call("run.updatePr", { runId, prUrl: url, prStatus: "open" });
    await job.call("run.updateStatus", { runId, status: "completed" });
    return runId;
  }

  it("a look that reports nothing is followed by the next one, and the run shows when", async () => {
    const runId = await finished();
    vi.setSystemTime(startedAt + 30_000);
    const { id: jobId } = await claim();
    await job.call("job.complete", { jobId, runnerId: "one" });
    expect(await nextLook(runId)).toBe(Date.now() + 5 * minuteMs);
  });

  it.each(["fails", "is lost"])("a look that %s after the last day is the last one", async (end) => {
    const runId = await finished();
    vi.setSystemTime(startedAt + 122 * dayMs);
    const { id: jobId } = await claim();
    if (end === "fails") await job.call("job.fail", { jobId, runnerId: "one", error: "No." });
    vi.setSystemTime(Date.now() + dayMs);
    expect(await claim()).toBeNull();
    vi.setSystemTime(Date.now() + dayMs);
    expect([await claim(), await nextLook(runId)]).toEqual([null, null]);
  });

  it("a look that was deferred, and that nobody has claimed again in time, waits for the next time", async () => {
    await finished();
    vi.setSystemTime(startedAt + 30_000);
    const { id } = await claim();
    const until = new Date(Date.now() + minuteMs).toISOString();
    await job.call("job.defer", { jobId: id, runnerId: "one", until, reason: "The host has a limit." });
    vi.setSystemTime(Date.now() + 3 * hourMs);
    const jobId = await deployment.run(async (ctx) => documentId(ctx, "jobs", id));
    await deployment.mutation(internal.jobs.scheduled.endIfOverdue, { jobId });
    const row = await deployment.run(async (ctx) => ctx.db.get("jobs", jobId));
    expect(row).toMatchObject({ status: "queued", availableAtMs: Date.now() + 5 * minuteMs });
    expect(row?.boundAtMs).toBeUndefined();
    vi.setSystemTime(Date.now() + 5 * minuteMs);
    expect(await claim()).toMatchObject({ id });
  });

  it("while its run is in the trash nobody looks, however old the request is", async () => {
    const runId = await finished();
    vi.setSystemTime(startedAt + 122 * dayMs);
    const { id: jobId } = await claim();
    await job.call("job.complete", { jobId, runnerId: "one" });
    await dataOf(api.post("/runs/delete", { runId }));
    vi.setSystemTime(Date.now() + dayMs);
    expect(await claim()).toBeNull();
  });

  it("a request from before requests were followed is followed once its run has left the trash", async () => {
    const runId = await finished();
    await deployment.run(async (ctx) => {
      const id = documentId(ctx, "runs", runId);
      await endFollowing(ctx, id);
      await ctx.db.patch("runs", id, { request: undefined });
    });
    await dataOf(api.post("/runs/delete", { runId }));
    await dataOf(api.post("/runs/restore", { runId }));
    vi.setSystemTime(startedAt + dayMs);
    expect(await claim()).toMatchObject({ runId });
  });
});
