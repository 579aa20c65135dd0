// Jobs that have failed for good, and what starts again when somebody asks for it.
import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createSandbox,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import { claimOf } from "../support/jobClaims";

const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];

interface Shown {
  id: string;
  kind: string;
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  /** Lets the next job of the kind fail for good. Returns its id. */
  const fail = async (kind: string): Promise<string> => {
    const { id } = await claimOf(project, job, { kinds: [kind] });
    await job.call("job.fail", { jobId: id, runnerId: "one", error: "No disk.", retryable: false });
    return id as string;
  };
  const redrive = async (jobId: string) => await dataOf(api.post("/jobs/redrive", { jobId }));
  const refused = async (jobId: string) => await refusalOf(api.post("/jobs/redrive", { jobId }));
  const failed = async (more = "") => (await dataOf(api.get(`/jobs?status=failed${more}`))).map(({ id }: Shown) => id);

  const failedMerge = async () => {
    const { id } = await dataOf(api.post("/merging/start", { pullRequests }));
    return { id: id as string, jobId: await fail("merge.execute") };
  };

  describe("GET /api/v1/jobs", () => {
    it("200 with the jobs of a state, the last ones first, of a kind and in pages", async () => {
      const merges = [(await failedMerge()).jobId, (await failedMerge()).jobId];
      const run = await startRun(api);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const ofRun = await fail("run.execute");
      const all = [ofRun, ...merges.toReversed()];
      expect(await failed()).toEqual(all);
      expect(await failed("&kind=run.execute")).toEqual([ofRun]);
      const first = (await api.get("/jobs?status=failed&limit=2")).body;
      const second = (await api.get(`/jobs?status=failed&limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data].map(({ id }: Shown) => id)).toEqual(all);
      expect([first.hasMore, second.hasMore]).toEqual([true, false]);
      expect(first.data[0]).toEqual({
        id: ofRun,
        _id: ofRun,
        projectId: project.projectId,
        kind: "run.execute",
        attempt: 1,
        runId: run.id,
        status: "failed",
        error: "No disk.",
        availableAt: null,
        endedAt: expect.any(String),
        runnerId: null,
      });
      await startRun(api);
      expect(await dataOf(api.get("/jobs?status=queued"))).toMatchObject([{ kind: "run.execute", status: "queued" }]);
      const { id } = await claimOf(project, job, { kinds: ["run.execute"] });
      expect(await dataOf(api.get("/jobs?status=claimed"))).toMatchObject([{ id, runnerId: "one" }]);
      expect(await dataOf(stranger.get("/jobs?status=failed"))).toEqual([]);
    });

    it.each([
      ["status", ""],
      ["status", "status=done"],
      ["kind", "status=failed&kind=run"],
      ["limit", "status=failed&limit=101"],
    ])("400 VALIDATION naming %s for ?%s", async (field, query) => {
      expect(await refusalOf(api.get(`/jobs?${query}`))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("POST /api/v1/jobs/redrive", () => {
    it("200 with a new job, with which the run begins another attempt; the failed one is no longer listed", async () => {
      const { id: runId } = await startRun(api);
      const jobId = await fail("run.execute");
      const queued = await redrive(jobId);
      expect(queued).toMatchObject({ kind: "run.execute", status: "queued", attempt: 0, runId, error: null });
      expect(queued.id).not.toBe(jobId);
      expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ status: "pending", attempt: 2 });
      expect(await failed()).toEqual([]);
      expect(await refused(jobId)).toEqual([409, "CONFLICT"]);
      expect((await claimOf(project, job, { kinds: ["run.execute"] })).id).toBe(queued.id);
      const entries = await dataOf(api.get("/audit-log?action=jobs.redrive"));
      expect(entries).toMatchObject([{ subject: { type: "run", id: runId }, outcome: "success" }]);
    });

    it("a merge run runs again, and leaves the inbox", async () => {
      const { id, jobId } = await failedMerge();
      expect(await dataOf(api.get("/inbox"))).toMatchObject([{ kind: "merge_failed" }]);
      expect(await redrive(jobId)).toMatchObject({ kind: "merge.execute", mergeRunId: id });
      expect(await job.call("mergeRun.get", { mergeRunId: id })).toMatchObject({
        status: "running",
        error: null,
        completedAt: null,
      });
      expect(await dataOf(api.get("/inbox"))).toEqual([]);
      await fail("merge.execute");
      expect(await dataOf(api.get("/inbox"))).toMatchObject([{ kind: "merge_failed" }]);
    });

    it("an issue session is active again with its time limit, and leaves the inbox", async () => {
      const { id } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look.", timeoutMs: 60_000 }));
      const jobId = await fail("issueSession.scan");
      expect(await dataOf(api.get(`/issue-sessions/get?id=${id}`))).toMatchObject({ status: "failed" });
      expect(await redrive(jobId)).toMatchObject({ kind: "issueSession.scan", issueSessionId: id });
      expect(await dataOf(api.get(`/issue-sessions/get?id=${id}`))).toMatchObject({
        status: "active",
        completedAt: null,
      });
      expect(await dataOf(api.get("/inbox"))).toEqual([]);
    });

    it("an extraction of learnings is asked for again", async () => {
      const { id: runId } = await startRun(api);
      const sandboxId = await createSandbox(job, { runId });
      await job.call("learning.dispatchExtraction", { sandboxId, runId });
      const jobId = await fail("learning.extract");
      const learningStatus = async () => (await job.call("sandbox.get", { sandboxId })).learningStatus;
      expect(await learningStatus()).toBe("failed");
      expect(await redrive(jobId)).toMatchObject({ kind: "learning.extract", sandboxId, runId });
      expect(await learningStatus()).toBe("pending");
    });

    it("a work chain continues, and a message goes to its sandbox again", async () => {
      const workflowId = await createWorkflow(api);
      const issueId = (await dataOf(api.post("/issues/create", { title: "Crash" }))).id;
      const chain = { title: "All", issueIds: [issueId], workflowId };
      const { id: chainId } = await dataOf(api.post("/work-chains/create", chain));
      await dataOf(api.post("/work-chains/start", { chainId }));
      expect(await redrive(await fail("workChain.execute"))).toMatchObject({ workChainId: chainId });
      expect(await dataOf(api.get(`/work-chains/get?id=${chainId}`))).toMatchObject({ status: "running" });
      const sandboxId = await createSandbox(job, { runId: (await startRun(api, { workflowId })).id });
      await dataOf(api.post("/sandboxes/send-message", { sandboxId, content: "Stop." }));
      const jobId = await fail("sandbox.message");
      expect(await redrive(jobId)).toMatchObject({ kind: "sandbox.message", sandboxId });
    });

    it("409 CONFLICT where the state does not allow it, and nothing changes", async () => {
      const { id: runId } = await startRun(api);
      const ofRun = await fail("run.execute");
      await dataOf(api.post("/runs/restart", { runId }));
      expect(await refused(ofRun)).toEqual([409, "CONFLICT"]);
      await dataOf(api.post("/runs/delete", { runId }));
      expect(await refused(ofRun)).toEqual([409, "CONFLICT"]);
      const { id: runOfSandbox, workflowId } = await startRun(api);
      const sandboxId = await createSandbox(job, { runId: runOfSandbox });
      await dataOf(api.post("/sandboxes/send-message", { sandboxId, content: "Stop." }));
      const ofSandbox = await fail("sandbox.message");
      await job.call("sandbox.updateStatus", { sandboxId, status: "killed" });
      expect(await refused(ofSandbox)).toEqual([409, "CONFLICT"]);
      const sprints = { workflowId, sprintRange: [1, 2], prompt: "x", gitRepoUrl: "https://code.example/a/b" };
      await dataOf(api.post("/sprint-chains", sprints));
      const ofChain = await fail("sprintChain.execute");
      expect(await refused(ofChain)).toEqual([409, "CONFLICT"]);
      expect((await failed()).toSorted()).toEqual([ofRun, ofSandbox, ofChain].toSorted());
    });

    it("404 NOT_FOUND, 403 FORBIDDEN, 400 VALIDATION, and 403 SCOPE_DENIED", async () => {
      const { jobId } = await failedMerge();
      expect(await refused("job_x")).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(stranger.post("/jobs/redrive", { jobId }))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(api.post("/jobs/redrive", {}))).toEqual([400, "VALIDATION", "jobId"]);
      const { apiKey } = await createKey(deployment, project.projectId, ["runs:read"]);
      const reader = client(deployment, apiKey);
      expect(await refusalOf(reader.post("/jobs/redrive", { jobId }))).toEqual([403, "SCOPE_DENIED"]);
      expect((await reader.get("/jobs?status=failed")).status).toBe(200);
    });
  });
});
