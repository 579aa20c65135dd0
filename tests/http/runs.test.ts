import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { runMoves, runStatuses } from "../../convex/runs/status";
import { describeEverywhere } from "../support/deployment";
import { engineDeployment } from "../support/engineDeployment";
import {
  client,
  createKey,
  createProject,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
  deleteForGood,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const number = expect.any(Number);
const dayMs = 24 * 60 * 60 * 1000;

/** For each move of a run in the table of moves, the calls that make it. */
const calls = {
  pause: "/runs/pause",
  resume: "/runs/resume",
  cancel: "/runs/cancel",
  restart: "/runs/restart",
  requestGracefulStop: "/runs/request-graceful-stop",
} as const;

const cases = Object.entries(calls).flatMap(([move, path]) =>
  runStatuses.map((status) => {
    const { from, ...rest } = runMoves[move as keyof typeof calls];
    const isAllowed = (from as readonly string[]).includes(status);
    return { path, status, after: isAllowed ? ("to" in rest ? rest.to : status) : null };
  }),
);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let workflowId: string;
  beforeEach(async () => {
    workflowId = await createWorkflow(api, { defaultBranch: "develop" });
  });

  const counters = () => dataOf(api.get("/project/counters"));
  const eventTypes = async (runId: string) =>
    (await dataOf(api.get(`/runs/events?id=${runId}`))).map(({ type }: { type: string }) => type);
  const runIn = async (status: string) => {
    const { id } = await startRun(api, { workflowId });
    await job.call("run.updateStatus", { runId: id, status });
    return id as string;
  };

  describe("POST /api/v1/runs/start", () => {
    it("201 with the run, which waits for the runner", async () => {
      const gitRepoUrl = "https://code.example/acme/shop.git";
      const issueId = (await dataOf(api.post("/issues/create", { title: "Crash" }))).id;
      const { status, body } = await api.post("/runs/start", {
        workflowId,
        prompt: "Build a shop.\nWith a till.",
        name: " Shop ",
        gitRepoUrl,
        branchName: "main",
        maxIterations: 3,
        issueId,
        timezone: "Europe/Berlin",
        labels: [" nightly ", "Übung"],
        metadata: { ticket: "SHOP-1", "for whom": "" },
      });
      expect(status).toBe(201);
      const { id } = body.data;
      expect(body.data).toEqual({
        id: expect.stringMatching(/^r_/),
        _id: id,
        runNumber: 1,
        name: "Shop",
        status: "pending",
        source: "api",
        prompt: "Build a shop.\nWith a till.",
        gitRepoUrl,
        repositorySlug: "acme/shop",
        branchName: "main",
        resultBranch: null,
        resultRepository: null,
        workflowId,
        workflow: { id: workflowId, _id: workflowId, name: "Build" },
        costUsd: 0,
        unratedRecords: 0,
        attempt: 1,
        currentIteration: 0,
        maxIterations: 3,
        round: 0,
        automaticRounds: 0,
        followUp: null,
        currentStepLabel: null,
        currentStepProgress: null,
        lastProgressAt: null,
        prStatus: null,
        prUrl: null,
        prNumber: null,
        pullRequest: null,
        ciChecks: null,
        scheduledFor: null,
        timezone: "Europe/Berlin",
        recurrencePattern: null,
        stopAfterCurrentTurn: false,
        pauseReason: null,
        priority: 0,
        conflictKey: null,
        openQuestions: 0,
        labels: ["nightly", "Übung"],
        metadata: { ticket: "SHOP-1", "for whom": "" },
        waiting: null,
        startedBy: { type: "key", id: expect.stringMatching(/^key_/), name: expect.any(String) },
        statusBy: null,
        issueId,
        recurringTaskId: null,
        sprintChainId: null,
        sprintIndex: null,
        workChainId: null,
        startedAt: null,
        createdAt: number,
        completedAt: null,
        activeStepId: null,
        activeSandboxId: null,
        explorerSandboxId: null,
        activeDurationMs: 0,
        durationMs: null,
        failureReason: null,
        proofStatus: "none",
        acceptedBy: null,
        acceptedReason: null,
        error: null,
      });
      expect(Number.isInteger(body.data.createdAt)).toBe(true);
      expect(await counters()).toMatchObject({ totalRuns: 1, activeRuns: 0 });
      expect(await eventTypes(id)).toEqual(["run.created", "issue.linked"]);
      expect(await dataOf(api.get(`/issues/get?id=${issueId}`))).toMatchObject({ status: "in_progress", runId: id });
      const claim = { runnerId: "runner", kinds: ["run.execute"] };
      let claimed = await job.call("job.claim", claim);
      // Other tests of this suite leave jobs too.
      while (claimed !== null && claimed.runId !== id) claimed = await job.call("job.claim", claim);
      expect(claimed).toMatchObject({ kind: "run.execute", runId: id });
    });

    it("201 with the repository by the path of its address, without what follows it", async () => {
      const body = { workflowId, prompt: "Build it.", gitRepoUrl: "https://code.example/acme/shop.git?token=x#main" };
      expect(await dataOf(api.post("/runs/start", body))).toMatchObject({ repositorySlug: "acme/shop" });
    });

    it("201 with only a workflow and a prompt; null counts as not given", async () => {
      await dataOf(api.post("/project/update", { gitRepoUrl: "git@code.example:acme/shop" }));
      const others = { name: null, gitRepoUrl: null, branchName: null, maxIterations: null, issueId: null };
      const body = { workflowId, prompt: "Build it.\nAll.", ...others, scheduledFor: null, timezone: null };
      expect(await dataOf(api.post("/runs/start", body))).toMatchObject({
        name: "Build it.",
        gitRepoUrl: "git@code.example:acme/shop",
        repositorySlug: "acme/shop",
        branchName: "develop",
        maxIterations: 1,
      });
      const plain = await createWorkflow(api);
      expect(await startRun(api, { workflowId: plain })).toMatchObject({ runNumber: 2, branchName: "main" });
    });

    it("201 with a scheduled run, which has no job yet", async () => {
      const scheduledFor = Date.now() + dayMs;
      const run = await startRun(api, { workflowId, scheduledFor });
      expect(run).toMatchObject({ status: "scheduled", scheduledFor });
    });

    it("a scheduled run becomes pending by itself when its time comes", async () => {
      const run = await startRun(api, { workflowId, scheduledFor: Date.now() + 1500 });
      expect(run.status).toBe("scheduled");
      const status = async () => (await dataOf(api.get(`/runs/get?id=${run.id}`))).status;
      await expect.poll(status).toBe("pending");
      expect(await eventTypes(run.id)).toEqual(["run.created", "run.status"]);
    });

    it.each([
      ["workflowId", { prompt: "x" }],
      ["prompt", { workflowId: "wf_x" }],
      ["prompt", { workflowId: "wf_x", prompt: " \n" }],
      ["prompt", { workflowId: "wf_x", prompt: null }],
      ["prompt", { workflowId: "wf_x", prompt: "x".repeat(50_001) }],
      ["name", { workflowId: "wf_x", prompt: "x", name: "" }],
      ["name", { workflowId: "wf_x", prompt: "x", name: "x".repeat(201) }],
      ["branchName", { workflowId: "wf_x", prompt: "x", branchName: " " }],
      ["gitRepoUrl", { workflowId: "wf_x", prompt: "x", gitRepoUrl: "~/shop" }],
      ["gitRepoUrl", { workflowId: "wf_x", prompt: "x", gitRepoUrl: "./shop" }],
      ["gitRepoUrl", { workflowId: "wf_x", prompt: "x", gitRepoUrl: "code.example/acme/shop" }],
      ["maxIterations", { workflowId: "wf_x", prompt: "x", maxIterations: 0 }],
      ["maxIterations", { workflowId: "wf_x", prompt: "x", maxIterations: 101 }],
      ["maxIterations", { workflowId: "wf_x", prompt: "x", maxIterations: 1.5 }],
      ["scheduledFor", { workflowId: "wf_x", prompt: "x", scheduledFor: 1 }],
      ["scheduledFor", { workflowId: "wf_x", prompt: "x", scheduledFor: "2030-01-01" }],
      ["timezone", { workflowId: "wf_x", prompt: "x", timezone: "Mars/Olympus" }],
      ["status", { workflowId: "wf_x", prompt: "x", status: "running" }],
      ["labels", { workflowId: "wf_x", prompt: "x", labels: Array.from({ length: 11 }, (_, at) => `label ${at}`) }],
      ["labels", { workflowId: "wf_x", prompt: "x", labels: ["nightly", " nightly"] }],
      ["labels.1", { workflowId: "wf_x", prompt: "x", labels: ["a", " "] }],
      ["labels.0", { workflowId: "wf_x", prompt: "x", labels: ["x".repeat(65)] }],
      ["metadata.ticket", { workflowId: "wf_x", prompt: "x", metadata: { ticket: 1 } }],
      ["metadata", { workflowId: "wf_x", prompt: "x", metadata: { ticket: "x".repeat(8192) } }],
      ["metadata", { workflowId: "wf_x", prompt: "x", metadata: { für: "wen" } }],
      [
        "metadata",
        {
          workflowId: "wf_x",
          prompt: "x",
          metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, ""])),
        },
      ],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/runs/start", body))).toEqual([400, "VALIDATION", field]);
      expect(await counters()).toMatchObject({ totalRuns: 0 });
    });

    it("404 NOT_FOUND and 403 FORBIDDEN for a workflow or issue that the project does not have", async () => {
      const theirs = await createWorkflow(stranger);
      const gone = await createWorkflow(api);
      await api.delete(`/workflows/${gone}`);
      const theirIssue = (await dataOf(stranger.post("/issues/create", { title: "Crash" }))).id;
      const refused = (body: object) => refusalOf(api.post("/runs/start", { workflowId, prompt: "x", ...body }));
      expect(await refused({ workflowId: "wf_x" })).toEqual([404, "NOT_FOUND"]);
      expect(await refused({ workflowId: gone })).toEqual([404, "NOT_FOUND"]);
      expect(await refused({ workflowId: theirs })).toEqual([403, "FORBIDDEN"]);
      expect(await refused({ issueId: "issue_x" })).toEqual([404, "NOT_FOUND"]);
      expect(await refused({ issueId: theirIssue })).toEqual([403, "FORBIDDEN"]);
      expect(await counters()).toMatchObject({ totalRuns: 0 });
    });

    it("409 CONFLICT when the workflow is disabled", async () => {
      const disabled = await createWorkflow(api, { isEnabled: false });
      const body = { workflowId: disabled, prompt: "x" };
      expect(await refusalOf(api.post("/runs/start", body))).toEqual([409, "CONFLICT"]);
      expect(await counters()).toMatchObject({ totalRuns: 0 });
    });
  });

  describe("POST /api/v1/runs/start-many", () => {
    const wanted = (prompt: string, more: object = {}) => ({ workflowId, prompt, ...more });

    it("201 with the runs in the order of the request", async () => {
      const runs = ["One.", "Two.", "Three."].map((prompt) => wanted(prompt, { labels: ["batch"] }));
      const { status, body } = await api.post("/runs/start-many", { runs });
      expect(status).toBe(201);
      const found = body.data.map(({ prompt, runNumber }: { prompt: string; runNumber: number }) => [
        prompt,
        runNumber,
      ]);
      expect(found).toEqual([
        ["One.", 1],
        ["Two.", 2],
        ["Three.", 3],
      ]);
      expect(await dataOf(api.get("/runs?label=batch"))).toEqual(
        body.data.toReversed().map((run: object) => expect.objectContaining({ id: (run as { id: string }).id })),
      );
    });

    it("201 with a hundred runs, each of which waits for the runner", async () => {
      const runs = Array.from({ length: 100 }, (_, at) => wanted(`Task ${at}.`, { labels: ["a", "b", "c"] }));
      const started = await dataOf(api.post("/runs/start-many", { runs }));
      expect(started.at(-1)).toMatchObject({ runNumber: 100, prompt: "Task 99.", status: "pending" });
      expect(await counters()).toMatchObject({ totalRuns: 100 });
    });

    it("refuses all when one is refused, and names it", async () => {
      const refused = async (second: object) => await api.post("/runs/start-many", { runs: [wanted("One."), second] });
      const field = async (second: object) => (await refused(second)).body.error.field as string;
      expect(await field({ workflowId })).toBe("runs.1.prompt");
      expect(await field(wanted("Two.", { labels: [""] }))).toBe("runs.1.labels.0");
      expect(await field(wanted("Two.", { scheduledFor: 1 }))).toBe("runs.1.scheduledFor");
      const disabled = await createWorkflow(api, { isEnabled: false });
      expect((await refused({ workflowId: disabled, prompt: "Two." })).body.error).toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining("runs.1: "),
      });
      const unknown = await refused({ workflowId: "wf_x", prompt: "Two." });
      expect([unknown.status, unknown.body.error.message]).toEqual([404, expect.stringContaining("runs.1: ")]);
      expect(await counters()).toMatchObject({ totalRuns: 0 });
    });

    it.each([
      ["runs", {}],
      ["runs", { runs: [] }],
      ["runs", { runs: Array.from({ length: 101 }, () => ({ workflowId: "wf_x", prompt: "x" })) }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/runs/start-many", body))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("the moves of a run", () => {
    it.each(cases.filter(({ after }) => after !== null))(
      "200 for POST $path from $status: then $after",
      async ({ path, status, after }) => {
        const runId = await runIn(status);
        const run = await dataOf(api.post(path, { runId }));
        expect(run).toMatchObject({ id: runId, status: after });
        expect(run.completedAt).toEqual(after === "cancelled" ? number : null);
        expect(run.stopAfterCurrentTurn).toBe(path === calls.requestGracefulStop);
      },
    );

    it.each(cases.filter(({ after }) => after === null))(
      "409 CONFLICT naming the status for POST $path from $status, changing nothing",
      async ({ path, status }) => {
        const runId = await runIn(status);
        const before = await dataOf(api.get(`/runs/get?id=${runId}`));
        const { status: answered, body } = await api.post(path, { runId });
        expect([answered, body.error.code]).toEqual([409, "CONFLICT"]);
        expect(body.error.message).toContain(status);
        const { activeDurationMs: _, ...after } = await dataOf(api.get(`/runs/get?id=${runId}`));
        expect(before).toMatchObject(after);
      },
    );

    it("restart begins again: everything reported is removed but the cost, and earlier steps stay with their attempt", async () => {
      const runId = await runIn("running");
      const step = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
      const progress = { currentStepLabel: "Designing", currentStepProgress: 0.5, currentIteration: 1, costUsd: 2 };
      const result = { resultBranch: "switchyard/run-1-1", resultRepository: "/mirrors/a.git" };
      await job.call("run.updateProgress", { runId, progress: { ...progress, ...result, activeStepId: step.id } });
      await job.call("run.updatePr", { runId, prUrl: "https://code.example/1", prStatus: "open", prNumber: 1 });
      await job.call("run.updateCiChecks", { runId, status: "success", checks: [] });
      await job.call("run.setStopFlag", { runId, stop: true });
      await job.call("run.updateStatus", { runId, status: "completed" });
      expect(await dataOf(api.post("/runs/restart", { runId }))).toMatchObject({
        status: "pending",
        attempt: 2,
        costUsd: 2,
        currentStepLabel: null,
        currentStepProgress: null,
        currentIteration: 0,
        lastProgressAt: null,
        activeStepId: null,
        resultBranch: null,
        resultRepository: null,
        prUrl: null,
        prStatus: null,
        prNumber: null,
        ciChecks: null,
        stopAfterCurrentTurn: false,
        openQuestions: 0,
        waiting: null,
        startedAt: null,
        completedAt: null,
        durationMs: null,
        activeDurationMs: 0,
      });
      const again = await job.call("runStep.create", { runId, role: "designer", name: "Again", stepIndex: 0 });
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).steps).toMatchObject([
        { id: again.id, attempt: 2, status: "pending" },
        { id: step.id, attempt: 1, status: "cancelled" },
      ]);
    });

    it("cancel ends everything of the run", async () => {
      const runId = await runIn("running");
      const step = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
      const sandbox = await job.call("sandbox.create", { runId, runtimeSandboxId: `rt-${runId}`, status: "running" });
      expect(await counters()).toMatchObject({ activeRuns: 1, activeSandboxes: 1 });
      expect(await dataOf(api.post("/runs/cancel", { runId }))).toMatchObject({ failureReason: "cancelled" });
      const { steps, sandboxes } = await dataOf(api.get(`/runs/get?id=${runId}`));
      expect(steps).toMatchObject([{ id: step.id, status: "cancelled" }]);
      expect(sandboxes).toMatchObject([{ id: sandbox.id, status: "killed" }]);
      expect(await counters()).toMatchObject({ activeRuns: 0, activeSandboxes: 0 });
      expect((await api.get("/notifications")).body.data).toEqual([]);
    });
  });

  describe("GET /api/v1/runs/get, /detail and /by-number", () => {
    it("200 with the same detail: the run, its steps and its sandboxes", async () => {
      // A runner asks for work, so the detail of the run does not say that it waits for one.
      await job.call("job.claim", { runnerId: "one" });
      const run = await startRun(api, { workflowId });
      const step = await job.call("runStep.create", { runId: run.id, role: "designer", name: "Design", stepIndex: 0 });
      const sandbox = await job.call("sandbox.create", {
        runId: run.id,
        runtimeSandboxId: `rt-${run.id}`,
        status: "running",
        stepId: step.id,
      });
      const summary = {
        id: sandbox.id,
        _id: sandbox.id,
        runtimeSandboxId: `rt-${run.id}`,
        status: "running",
        folder: null,
      };
      const detail = await dataOf(api.get(`/runs/get?id=${run.id}`));
      expect(detail).toEqual({
        ...run,
        createdBy: expect.stringMatching(/^user_/),
        sandboxes: [summary],
        steps: [
          {
            id: step.id,
            _id: step.id,
            runId: run.id,
            attempt: 1,
            keptFromAttempt: null,
            round: 0,
            stepIndex: 0,
            role: "designer",
            name: "Design",
            status: "pending",
            sandboxId: sandbox.id,
            sandbox: summary,
            toolDisplayName: null,
            resolvedModelId: null,
            thinkingEffort: null,
            thinkingEffortDisplay: null,
            personaVersionSnapshot: null,
            systemPromptVersion: null,
            tokenUsage: { inputTokens: 0, outputTokens: 0 },
            testResults: null,
            qualityScores: null,
            output: null,
            verdict: null,
            gate: null,
            proof: null,
            createdAt: number,
            startedAt: null,
            completedAt: null,
          },
        ],
        hasMoreSteps: false,
        dashboardUrl: null,
      });
      expect(await dataOf(api.get(`/runs/detail?runId=${run.id}`))).toEqual(detail);
      expect(await dataOf(api.get(`/runs/by-number?runNumber=1&projectId=${project.projectId}`))).toEqual(detail);
      expect(await job.call("run.get", { runId: run.id })).toEqual(detail);
    });

    it("200 with as many steps as requested", async () => {
      const { id } = await startRun(api, { workflowId });
      for (const stepIndex of [2, 0, 1]) {
        await job.call("runStep.create", { runId: id, role: "designer", name: "Design", stepIndex });
      }
      const { steps, hasMoreSteps } = await dataOf(api.get(`/runs/get?id=${id}&stepLimit=2`));
      expect(steps.map(({ stepIndex }: { stepIndex: number }) => stepIndex)).toEqual([0, 1]);
      expect(hasMoreSteps).toBe(true);
      for (const query of [`detail?runId=${id}`, "by-number?runNumber=1"]) {
        const { body } = await api.get(`/runs/${query}&stepLimit=3`);
        expect([body.data.steps.length, body.data.hasMoreSteps]).toEqual([3, false]);
      }
    });

    it.each(["0", "501", "x", "1.5", ""])("400 VALIDATION for the stepLimit %j", async (stepLimit) => {
      for (const query of ["get?id=r_x", "detail?runId=r_x", "by-number?runNumber=1"]) {
        const refusal = await refusalOf(api.get(`/runs/${query}&stepLimit=${stepLimit}`));
        expect(refusal).toEqual([400, "VALIDATION", "stepLimit"]);
      }
    });

    it.each([
      ["get", "id"],
      ["detail", "runId"],
      ["by-number", "runNumber"],
      ["by-number?runNumber=0", "runNumber"],
      ["by-number?runNumber=one", "runNumber"],
      ["get?id=r_x&runId=r_x", "runId"],
      ["detail?id=r_x&runId=r_x", "id"],
    ])("400 VALIDATION for %s, naming %s", async (query, field) => {
      expect(await refusalOf(api.get(`/runs/${query}`))).toEqual([400, "VALIDATION", field]);
    });

    it("404 NOT_FOUND and 403 FORBIDDEN for a number or a project that is not the caller's", async () => {
      const theirs = await createProject(deployment, "Other");
      await startRun(api, { workflowId });
      const refused = (query: string) => refusalOf(api.get(`/runs/by-number?${query}`));
      expect(await refused("runNumber=2")).toEqual([404, "NOT_FOUND"]);
      expect(await refused("runNumber=1&projectId=proj_x")).toEqual([404, "NOT_FOUND"]);
      expect(await refused(`runNumber=1&projectId=${theirs.projectId}`)).toEqual([403, "FORBIDDEN"]);
    });
  });

  describe("POST /api/v1/runs/rename", () => {
    it("200 with the run's new name, which its log has once", async () => {
      const { id } = await startRun(api, { workflowId });
      for (let time = 0; time < 2; time++) {
        expect(await dataOf(api.post("/runs/rename", { runId: id, name: " Till " }))).toMatchObject({ name: "Till" });
      }
      expect(await eventTypes(id)).toEqual(["run.created", "run.renamed"]);
    });

    it.each([
      ["runId", { name: "x" }],
      ["name", { runId: "r_x" }],
      ["name", { runId: "r_x", name: "" }],
      ["name", { runId: "r_x", name: null }],
      ["name", { runId: "r_x", name: "x".repeat(201) }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/runs/rename", body))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("the trash", () => {
    it("200 for delete: a run that has not ended is cancelled first, and disappears from everything else", async () => {
      const runId = await runIn("running");
      expect(await dataOf(api.post("/runs/delete", { runId }))).toEqual({ id: runId, _id: runId, deleted: true });
      for (const path of [`get?id=${runId}`, `detail?runId=${runId}`, "by-number?runNumber=1", `events?id=${runId}`]) {
        expect(await refusalOf(api.get(`/runs/${path}`))).toEqual([404, "NOT_FOUND"]);
      }
      for (const path of ["pause", "cancel", "restart", "delete"]) {
        expect(await refusalOf(api.post(`/runs/${path}`, { runId }))).toEqual([404, "NOT_FOUND"]);
      }
      expect(await job.refused("run.updateStatus", { runId, status: "running" })).toEqual([400, expect.any(String)]);
      expect((await api.get("/runs")).body.data).toEqual([]);
      expect(await counters()).toMatchObject({ totalRuns: 0, activeRuns: 0 });
    });

    it("200 for restore with the unchanged run; 409 CONFLICT for one that is not in the trash", async () => {
      const runId = await runIn("completed");
      const before = await dataOf(api.get(`/runs/get?id=${runId}`));
      await api.post("/runs/delete", { runId });
      expect(await dataOf(api.post("/runs/restore", { runId }))).toMatchObject({ id: runId, status: "completed" });
      expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toEqual(before);
      expect(await counters()).toMatchObject({ totalRuns: 1 });
      expect((await eventTypes(runId)).slice(-2)).toEqual(["run.deleted", "run.restored"]);
      expect(await refusalOf(api.post("/runs/restore", { runId }))).toEqual([409, "CONFLICT"]);
    });

    it("200 for permanent-delete, after which it cannot be restored; 409 CONFLICT outside of the trash", async () => {
      const runId = await runIn("running");
      const purge = () => api.post("/runs/permanent-delete", { runId });
      expect(await refusalOf(purge())).toEqual([409, "CONFLICT"]);
      await api.post("/runs/delete", { runId });
      expect(await dataOf(purge())).toEqual({ id: runId, _id: runId, deleted: true });
      expect(await refusalOf(purge())).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.post("/runs/restore", { runId }))).toEqual([404, "NOT_FOUND"]);
      expect(await counters()).toMatchObject({ totalRuns: 0 });
      // A number is never used again.
      expect(await startRun(api, { workflowId })).toMatchObject({ runNumber: 2 });
    });

    it("200 for bulk-delete of all of them, each once", async () => {
      const ids = [await runIn("running"), await runIn("completed")];
      const runIds = [...ids, ids[0]];
      expect(await dataOf(api.post("/runs/bulk-delete", { runIds }))).toEqual({ ids, count: 2, deleted: true });
      expect(await counters()).toMatchObject({ totalRuns: 0, activeRuns: 0 });
    });

    it("404 and 403 for bulk-delete with an id that is not the project's: nothing changes", async () => {
      const mine = await runIn("running");
      const theirs = (await startRun(stranger)).id;
      const refused = (id: string) => refusalOf(api.post("/runs/bulk-delete", { runIds: [mine, id] }));
      expect(await refused("r_x")).toEqual([404, "NOT_FOUND"]);
      expect(await refused(theirs)).toEqual([403, "FORBIDDEN"]);
      expect((await dataOf(api.get(`/runs/get?id=${mine}`))).status).toBe("running");
      for (const runIds of [[], Array.from({ length: 101 }, () => mine)]) {
        const refusal = await refusalOf(api.post("/runs/bulk-delete", { runIds }));
        expect(refusal).toEqual([400, "VALIDATION", "runIds"]);
      }
    });
  });

  it("403 FORBIDDEN for another project's run, which stays as it is", async () => {
    const runId = await runIn("running");
    const before = await dataOf(api.get(`/runs/get?id=${runId}`));
    for (const path of [`get?id=${runId}`, `detail?runId=${runId}`, `events?id=${runId}`]) {
      expect(await refusalOf(stranger.get(`/runs/${path}`))).toEqual([403, "FORBIDDEN"]);
    }
    const paths = ["pause", "resume", "cancel", "restart", "request-graceful-stop", "delete", "restore"];
    for (const path of [...paths, "permanent-delete"]) {
      expect(await refusalOf(stranger.post(`/runs/${path}`, { runId }))).toEqual([403, "FORBIDDEN"]);
    }
    expect(await refusalOf(stranger.post("/runs/rename", { runId, name: "x" }))).toEqual([403, "FORBIDDEN"]);
    const { activeDurationMs: _, ...after } = await dataOf(api.get(`/runs/get?id=${runId}`));
    expect(before).toMatchObject(after);
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["runs:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["workflows:write"])).apiKey);
    expect((await reader.get("/runs")).status).toBe(200);
    expect(await refusalOf(reader.post("/runs/start"))).toEqual([403, "SCOPE_DENIED"]);
    expect(await refusalOf(other.get("/runs"))).toEqual([403, "SCOPE_DENIED"]);
  });
});

describe("many at once, on the engine", () => {
  const deployment = engineDeployment();
  it("100 concurrent runs/start give the numbers 1 to 100", async () => {
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const workflowId = await createWorkflow(api);
    const runs = await Promise.all(Array.from({ length: 100 }, () => startRun(api, { workflowId })));
    const numbers = runs.map(({ runNumber }) => runNumber).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(await dataOf(api.get("/project/counters"))).toMatchObject({ totalRuns: 100 });
  });
});

describe("time", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  let api: Client;
  const at = (epochMs: number) => vi.setSystemTime(epochMs);
  const startMs = Date.UTC(2027, 0, 1);
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: startMs });
    api = client(deployment, (await createProject(deployment)).apiKey);
    return () => {
      vi.useRealTimers();
    };
  });

  it("counts the time spent running, with the present period and without pauses", async () => {
    const { id: runId } = await startRun(api);
    await job.call("run.updateStatus", { runId, status: "running" });
    at(startMs + 1000);
    expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ activeDurationMs: 1000, durationMs: null });
    await api.post("/runs/pause", { runId });
    at(startMs + 5000);
    expect(await dataOf(api.post("/runs/resume", { runId }))).toMatchObject({
      startedAt: startMs,
      activeDurationMs: 1000,
    });
    at(startMs + 7000);
    expect(await job.call("run.updateStatus", { runId, status: "completed" })).toMatchObject({
      startedAt: startMs,
      completedAt: startMs + 7000,
      durationMs: 7000,
      activeDurationMs: 3000,
    });
  });

  it.each([
    ["when it is looked at", internal.runs.scheduled.release],
    ["by the sweep", internal.runs.scheduled.releaseAllDue],
  ] as const)(
    "a scheduled run becomes pending, with one job, not before its time and once: %s",
    async (_how, release) => {
      const { id } = await startRun(api, { scheduledFor: startMs + dayMs });
      const runId = id.slice("r_".length);
      const look = async () => {
        if (release === internal.runs.scheduled.release)
          await deployment.mutation(internal.runs.scheduled.release, { runId });
        else await deployment.mutation(internal.runs.scheduled.releaseAllDue, {});
        return (await dataOf(api.get(`/runs/get?id=${id}`))).status;
      };
      const jobsOf = async () =>
        ((await deployment.documents())["jobs"] as { subjectId: string }[]).filter((row) => row.subjectId === runId);
      at(startMs + dayMs - 1);
      expect(await look()).toBe("scheduled");
      expect(await jobsOf()).toEqual([]);
      at(startMs + dayMs);
      expect(await look()).toBe("pending");
      expect(await look()).toBe("pending");
      expect(await jobsOf()).toHaveLength(1);
    },
  );

  it("a scheduled run that was cancelled stays cancelled", async () => {
    const { id } = await startRun(api, { scheduledFor: startMs + dayMs });
    await api.post("/runs/cancel", { runId: id });
    at(startMs + dayMs);
    await deployment.mutation(internal.runs.scheduled.release, { runId: id.slice("r_".length) });
    await deployment.mutation(internal.runs.scheduled.releaseAllDue, {});
    expect(await dataOf(api.get(`/runs/get?id=${id}`))).toMatchObject({ status: "cancelled" });
  });
});

describe("the deletion of a project", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  it("deletes all rows of its runs", async () => {
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const runIds = [(await startRun(api)).id, (await startRun(api)).id];
    for (const runId of runIds) {
      await job.call("runStep.create", { runId, role: "judge", name: "Judge", stepIndex: 0 });
    }
    await deleteForGood(deployment, api);
    await deployment.settled();
    const { runs, runSteps, runEvents, runNumbers } = await deployment.documents();
    expect([runs, runSteps, runEvents, runNumbers]).toEqual([[], [], [], []]);
  });
});

describe("permanent deletion", () => {
  it("deletes all rows of the run, in batches", async () => {
    const deployment = inProcess();
    const { apiKey } = await createProject(deployment);
    const api = client(deployment, apiKey);
    const { id } = await startRun(api);
    await deployment.run(async (ctx) => {
      const run = await ctx.db.query("runs").first();
      if (run === null) throw new Error("There is none.");
      const { projectId, _id: runId } = run;
      for (let seq = 2; seq < 500; seq++) {
        await ctx.db.insert("runEvents", { projectId, runId, seq, type: "ci", data: "{}" });
      }
      const step = {
        projectId,
        runId,
        attempt: 1,
        role: "judge" as const,
        name: "Judge",
        status: "completed" as const,
      };
      const nothing = { inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };
      for (let stepIndex = 0; stepIndex < 20; stepIndex++) {
        await ctx.db.insert("runSteps", { ...step, stepIndex, ...nothing });
      }
      const sandbox = { projectId, runId, purpose: { kind: "run" as const, runId }, hasAssistantMessages: false };
      for (let index = 0; index < 12; index++) {
        await ctx.db.insert("sandboxes", { ...sandbox, runtimeSandboxId: `rt-${index}`, status: "stopped" });
      }
    });
    await dataOf(api.post("/runs/delete", { runId: id }));
    await dataOf(api.post("/runs/permanent-delete", { runId: id }));
    await deployment.settled();
    const { runs, runSteps, runEvents, sandboxes, trashItems } = await deployment.documents();
    expect({ runs, runSteps, runEvents, sandboxes, trashItems }).toEqual({
      runs: [],
      runSteps: [],
      runEvents: [],
      sandboxes: [],
      trashItems: [],
    });
  });
});
