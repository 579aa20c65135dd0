// What the job runner reports about runs and their steps.
import { beforeEach, describe, expect, it } from "vitest";
import { runStatuses } from "../../convex/runs/status";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, runner, startRun } from "../support/fixtures";

const isFinal = (status: string) => ["completed", "failed", "cancelled"].includes(status);
const prUrl = "https://code.example/acme/shop/pull/1";
const time = expect.any(Number);
const sentence = expect.stringMatching(/\w/);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  let workflowId: string;
  beforeEach(async () => {
    workflowId = await createWorkflow(api);
  });

  const run = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));
  const counters = () => dataOf(api.get("/project/counters"));
  const newRun = async () => (await startRun(api, { workflowId })).id as string;
  const news = async () =>
    (await dataOf(api.get("/notifications"))).map(({ type }: { type: string }) => type).reverse();
  const newIssue = async (by = api) => (await dataOf(by.post("/issues/create", { title: "Crash" }))).id as string;
  const newSandbox = async (runId: string) =>
    (await job.call("sandbox.create", { runId, runtimeSandboxId: `rt-${runId}`, status: "running" })).id as string;
  const newStep = async (runId: string, changes: object = {}) =>
    (await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0, ...changes }))
      .id as string;

  describe("run.create", () => {
    it("makes a run with source callback, which waits for no runner", async () => {
      const args = { workflowId, prompt: "Build it.", status: "running", projectId: project.projectId };
      const created = await job.call("run.create", args);
      expect(created).toEqual({ id: expect.stringMatching(/^r_/), _id: created.id, status: "running" });
      expect(await run(created.id)).toMatchObject({
        source: "callback",
        runNumber: 1,
        startedAt: time,
        createdBy: null,
      });
      expect(await counters()).toMatchObject({ totalRuns: 1, activeRuns: 1 });
    });

    it.each(runStatuses)("accepts the status %s", async (status) => {
      const scheduledFor = Date.now() + 60_000;
      const { id } = await job.call("run.create", { workflowId, prompt: "Build it.", status, scheduledFor });
      expect(await run(id)).toMatchObject({
        status,
        scheduledFor,
        completedAt: isFinal(status) ? time : null,
      });
    });

    it("accepts all its fields, and links the issue", async () => {
      const issueId = await newIssue();
      const told = {
        name: "Nightly",
        gitRepoUrl: "https://code.example/acme/shop",
        branchName: "main",
        source: "recurring_task",
        maxIterations: 2,
        issueId,
        scheduledFor: 1_700_000_000_000,
        timezone: "Europe/Berlin",
        recurrencePattern: "daily",
      };
      const { id } = await job.call("run.create", { workflowId, prompt: "x", status: "pending", ...told });
      expect(await run(id)).toMatchObject({ status: "pending", ...told });
      expect(await dataOf(api.get(`/issues/get?id=${issueId}`))).toMatchObject({ runId: id, status: "in_progress" });
    });

    it("makes the run of a work chain's present issue, and the chain continues with it", async () => {
      const issueIds = [await newIssue(), await newIssue()];
      const chainId = (await dataOf(api.post("/work-chains/create", { title: "All", issueIds, workflowId }))).id;
      await dataOf(api.post("/work-chains/start", { chainId }));
      const chain = () => dataOf(api.get(`/work-chains/get?id=${chainId}`));
      const args = { workflowId, prompt: "Fix it.", status: "running" };
      expect(await job.refused("run.create", { ...args, issueId: issueIds[1] })).toEqual([400, sentence]);
      for (const issueId of issueIds) {
        const { id } = await job.call("run.create", { ...args, issueId });
        expect(await run(id)).toMatchObject({ source: "work_chain", workChainId: chainId, issueId });
        expect(await chain()).toMatchObject({ status: "running", activeRunId: id });
        await job.call("run.updateStatus", { runId: id, status: "completed" });
      }
      expect(await chain()).toMatchObject({ status: "completed", activeRunId: null });
      expect(await news()).toEqual(["run_completed", "run_completed", "workflow_completed"]);
    });

    it("refuses runs that it cannot make, and makes nothing", async () => {
      const disabled = await createWorkflow(api, { isEnabled: false });
      const others: object[] = [
        { workflowId: "wf_x" },
        { workflowId: disabled },
        { workflowId: await createWorkflow(stranger), projectId: project.projectId },
        { projectId: "proj_x" },
        { issueId: "issue_x" },
        { issueId: await newIssue(stranger) },
        { status: "done" },
        { status: "scheduled" },
        { status: "scheduled", scheduledFor: 1 },
        { prompt: "" },
        { colour: "red" },
      ];
      for (const other of others) {
        const args = { workflowId, prompt: "x", status: "pending", ...other };
        expect(await job.refused("run.create", args)).toEqual([400, sentence]);
      }
      expect(await counters()).toMatchObject({ totalRuns: 0 });
    });
  });

  describe("run.updateStatus", () => {
    it.each(runStatuses.flatMap((from) => runStatuses.map((to) => [from, to])))(
      "takes a run from %s to %s",
      async (from, to) => {
        const { id } = await job.call("run.create", {
          workflowId,
          prompt: "x",
          status: from,
          scheduledFor: Date.now() + 60_000,
        });
        const before = await run(id);
        const after = await job.call("run.updateStatus", { runId: id, status: to });
        const hasRun = from === "running" || to === "running";
        const startedAt = from === "running" ? before.startedAt : time;
        const completedAt = from === to ? before.completedAt : time;
        expect(after).toMatchObject({
          status: to,
          startedAt: hasRun ? startedAt : null,
          completedAt: isFinal(to) ? completedAt : null,
          durationMs: isFinal(to) ? time : null,
          failureReason: to === "failed" || to === "cancelled" ? to : null,
        });
        const isActive = to === "running" || to === "paused";
        expect(await counters()).toMatchObject({ totalRuns: 1, activeRuns: Number(isActive) });
      },
    );

    it.each([[1_900_000_000_000], ["2030-03-17T17:46:40.000Z"], ["2030-03-17T18:46:40+01:00"]])(
      "accepts %s as the time of completion",
      async (completedAt) => {
        const runId = await newRun();
        await job.call("run.updateStatus", { runId, status: "running" });
        const ended = await job.call("run.updateStatus", { runId, status: "completed", completedAt });
        expect(ended).toMatchObject({
          completedAt: 1_900_000_000_000,
          durationMs: 1_900_000_000_000 - ended.startedAt,
        });
      },
    );

    it("notifies members of a failure, with the runner's error, and of a completion, each once", async () => {
      const [failed, completed] = [await newRun(), await newRun()];
      for (let time = 0; time < 2; time++) {
        await job.call("run.updateStatus", { runId: failed, status: "failed", error: "Out of memory." });
        await job.call("run.updateStatus", { runId: completed, status: "completed" });
      }
      expect(await run(failed)).toMatchObject({ error: "Out of memory.", failureReason: "failed" });
      expect(await news()).toEqual(["run_failed", "run_completed"]);
    });

    it("notifies nobody of a completed run in whose sandboxes no assistant has written a message", async () => {
      const runId = await newRun();
      await newSandbox(runId);
      await job.call("run.updateStatus", { runId, status: "completed" });
      expect(await news()).toEqual([]);
    });

    it("ends the steps and sandboxes of a run that has failed", async () => {
      const runId = await newRun();
      const [stepId, sandboxId] = [await newStep(runId), await newSandbox(runId)];
      await job.call("run.updateStatus", { runId, status: "failed" });
      expect(await run(runId)).toMatchObject({
        steps: [{ id: stepId, status: "cancelled" }],
        sandboxes: [{ id: sandboxId, status: "killed" }],
      });
    });

    it.each([
      { status: "done" },
      { status: "running", completedAt: "soon" },
      { status: "running", completedAt: -1 },
      {},
      { status: "running", colour: "red" },
    ])("refuses %j", async (args) => {
      const runId = await newRun();
      expect(await job.refused("run.updateStatus", { runId, ...args })).toEqual([400, sentence]);
      expect(await run(runId)).toMatchObject({ status: "pending" });
    });
  });

  describe("run.updatePr", () => {
    it("stores the pull request and notifies members once of each change", async () => {
      const runId = await newRun();
      for (const prStatus of ["draft", "open", "open", "closed", "open", "merged", "merged", "failed"]) {
        const told = await job.call("run.updatePr", { runId, prUrl, prStatus, prNumber: 7 });
        expect(told).toMatchObject({ prUrl, prStatus, prNumber: 7 });
      }
      expect(await job.call("run.updatePr", { runId, prUrl, prStatus: "open" })).toMatchObject({ prNumber: 7 });
      expect(await news()).toEqual(["pr_created", "pr_failed", "pr_merged", "pr_failed"]);
    });

    it("resolves the issue when it is merged", async () => {
      const issueId = await newIssue();
      const { id: runId } = await startRun(api, { workflowId, issueId });
      await job.call("run.updatePr", { runId, prUrl, prStatus: "merged" });
      expect(await dataOf(api.get(`/issues/get?id=${issueId}`))).toMatchObject({ status: "resolved" });
    });

    it.each([{ prUrl }, { prStatus: "open" }, { prUrl, prStatus: "gone" }, { prUrl, prStatus: "open", prNumber: 0 }])(
      "refuses %j",
      async (args) => {
        expect(await job.refused("run.updatePr", { runId: await newRun(), ...args })).toEqual([400, sentence]);
      },
    );
  });

  describe("run.updateProgress", () => {
    it("accepts an object: only given fields change, and null clears", async () => {
      const runId = await newRun();
      const [activeStepId, activeSandboxId] = [await newStep(runId), await newSandbox(runId)];
      const told = { currentStepLabel: "Designing", currentStepProgress: 0.25, currentIteration: 1 };
      const all = { ...told, activeStepId, activeSandboxId, costUsd: 1.234567 };
      const progress = { ...all, message: "Hm." };
      expect(await job.call("run.updateProgress", { runId, progress })).toMatchObject({
        ...all,
        lastProgressAt: time,
      });
      const less = { currentStepProgress: 1, currentStepLabel: null, activeSandboxId: null };
      expect(await job.call("run.updateProgress", { runId, progress: less })).toMatchObject({ ...all, ...less });
      const kept = { currentIteration: null, costUsd: null };
      expect(await job.call("run.updateProgress", { runId, progress: kept })).toMatchObject({ ...all, ...less });
    });

    it("sets the branch at which the run begins only where nobody has named one, in every attempt", async () => {
      const ask = async (runId: string, branchName: string) =>
        (await job.call("run.updateProgress", { runId, progress: { branchName } })).branchName;
      const { id: named } = await startRun(api, { branchName: "main" });
      expect(await ask(named, "master")).toBe("main");
      const { id: unnamed } = await startRun(api);
      expect((await run(unnamed)).branchName).toBe("main");
      expect(await ask(unnamed, "master")).toBe("master");
      expect(await ask(unnamed, "trunk")).toBe("trunk");
      expect((await job.call("run.getDelivery", { runId: unnamed })).git).toMatchObject({
        branchName: "trunk",
        isBranchAssumed: true,
      });
    });

    it("notes the branch with the work and its repository, in the run and its log", async () => {
      const runId = await newRun();
      const result = { resultBranch: "switchyard/run-1-1", resultRepository: "/mirrors/shop.git" };
      expect(await job.call("run.updateProgress", { runId, progress: result })).toMatchObject(result);
      const { type, data } = (await dataOf(api.get(`/runs/events?id=${runId}&limit=200`))).at(-1);
      expect([type, data]).toEqual(["run.progress", { resultBranch: "switchyard/run-1-1" }]);
      expect(await job.call("run.updateProgress", { runId, progress: { resultRepository: null } })).toMatchObject({
        resultBranch: "switchyard/run-1-1",
        resultRepository: null,
      });
    });

    it("shows the larger of the reported cost and the cost of usage records", async () => {
      const runId = await newRun();
      const sandboxId = await newSandbox(runId);
      const usage = { sandboxId, tokenUsage: {}, durationMs: 0, service: "acme" };
      const spend = (costUsd: number) => job.call("usage.computeCostAndRecord", { ...usage, costUsd });
      const tell = (costUsd: number) => job.call("run.updateProgress", { runId, progress: { costUsd } });
      await spend(3);
      expect(await tell(5)).toMatchObject({ costUsd: 5 });
      await spend(1);
      expect(await run(runId)).toMatchObject({ costUsd: 5 });
      await spend(2);
      expect(await run(runId)).toMatchObject({ costUsd: 6 });
      expect(await tell(4)).toMatchObject({ costUsd: 6 });
    });

    it("accepts a plain text as the label", async () => {
      const told = await job.call("run.updateProgress", { runId: await newRun(), progress: "Designing" });
      expect(told).toMatchObject({ currentStepLabel: "Designing", currentStepProgress: null });
    });

    it("refuses a step and a sandbox of another run, and values of a wrong shape, changing nothing", async () => {
      const [runId, other] = [await newRun(), await newRun()];
      const others: unknown[] = [
        { activeStepId: await newStep(other) },
        { activeSandboxId: await newSandbox(other) },
        { activeStepId: "rs_x" },
        { currentStepProgress: 1.1 },
        { currentStepProgress: -0.1 },
        { currentIteration: 0.5 },
        { costUsd: -1 },
        { colour: "red" },
        "",
        7,
      ];
      for (const progress of others) {
        expect(await job.refused("run.updateProgress", { runId, progress })).toEqual([400, sentence]);
      }
      expect(await run(runId)).toMatchObject({ lastProgressAt: null, activeStepId: null });
    });

    it("reports the field of a wrong type", async () => {
      const runId = await newRun();
      const refusal = async (progress: unknown) => (await job.refused("run.updateProgress", { runId, progress }))[1];
      expect(await refusal({ currentStepProgress: "half" })).toBe(
        "args.progress.currentStepProgress must be a number.",
      );
      expect(await refusal({ costUsd: "1", colour: "red" })).toMatch(
        /^args\.progress\.costUsd must be a number\. args\.progress\.colour is unknown/,
      );
      expect(await refusal(7)).toBe("args.progress matches none of the allowed forms.");
    });
  });

  describe("run.setStopFlag and run.updateCiChecks", () => {
    it("set the flag, and the checks with the time they were reported", async () => {
      const runId = await newRun();
      expect(await job.call("run.setStopFlag", { runId, stop: true })).toMatchObject({ stopAfterCurrentTurn: true });
      const checks = [
        { name: "lint", status: "success", url: "https://ci.example/1" },
        { name: "test", status: "failure" },
      ];
      const told = await job.call("run.updateCiChecks", { runId, status: "failure", checks });
      const [lint, test] = checks;
      const expected = [lint, { ...test, url: null }];
      expect(told.ciChecks).toEqual({ status: "failure", checkedAt: time, checks: expected });
    });

    it.each([
      ["run.setStopFlag", { stop: false }],
      ["run.setStopFlag", {}],
      ["run.updateCiChecks", { status: "success" }],
      ["run.updateCiChecks", { status: "green", checks: [] }],
      ["run.updateCiChecks", { status: "success", checks: [{ name: "lint" }] }],
    ])("%s refuses %j", async (operation, args) => {
      expect(await job.refused(operation, { runId: await newRun(), ...args })).toEqual([400, sentence]);
    });
  });

  describe("run.createChainRun", () => {
    let chainId: string;
    beforeEach(async () => {
      const chain = { workflowId, sprintRange: [3, 4], prompt: "Sprint.", gitRepoUrl: "https://code.example/a/b" };
      chainId = (await dataOf(api.post("/sprint-chains", chain))).id;
    });
    const chain = () => dataOf(api.get(`/sprint-chains/${chainId}`));

    it("makes the run of a sprint; returns the same run while it is open, and makes the next one when it has ended", async () => {
      const first = await job.call("run.createChainRun", { chainId, sprintIndex: 0, status: "running" });
      expect(first).toEqual({ id: expect.stringMatching(/^r_/), _id: first.id, status: "running" });
      expect(await job.call("run.createChainRun", { chainId, sprintIndex: 0 })).toEqual(first);
      expect(await run(first.id)).toMatchObject({
        name: "Sprint 3",
        prompt: "Sprint.",
        source: "sprint_chain",
        gitRepoUrl: "https://code.example/a/b",
        sprintChainId: chainId,
        sprintIndex: 0,
      });
      expect(await chain()).toMatchObject({ currentSprintIndex: 0, status: "running" });
      await job.call("run.updateStatus", { runId: first.id, status: "completed" });
      expect(await chain()).toMatchObject({ currentSprintIndex: 1, status: "running" });
      const second = await job.call("run.createChainRun", { chainId, sprintIndex: 1, name: "Last", prompt: "End." });
      expect(await run(second.id)).toMatchObject({ name: "Last", prompt: "End.", status: "pending" });
      await job.call("run.updateStatus", { runId: second.id, status: "completed" });
      expect(await chain()).toMatchObject({ status: "completed" });
      expect(await news()).toEqual(["run_completed", "sprint_completed", "run_completed", "sprint_completed"]);
      expect(await counters()).toMatchObject({ totalRuns: 2 });
    });

    it("refuses a sprint out of range, and a chain that is being cancelled or has ended", async () => {
      const refused = (args: object) => job.refused("run.createChainRun", { chainId, sprintIndex: 0, ...args });
      for (const args of [{ sprintIndex: 2 }, { sprintIndex: -1 }, { sprintIndex: 0.5 }, { chainId: "sc_x" }]) {
        expect(await refused(args)).toEqual([400, sentence]);
      }
      const { id } = await job.call("run.createChainRun", { chainId, sprintIndex: 0, status: "running" });
      await api.delete(`/sprint-chains/${chainId}`);
      expect(await refused({ sprintIndex: 1 })).toEqual([400, sentence]);
      await job.call("run.updateStatus", { runId: id, status: "completed" });
      expect(await chain()).toMatchObject({ status: "cancelled" });
      expect(await refused({ sprintIndex: 1 })).toEqual([400, sentence]);
      expect(await counters()).toMatchObject({ totalRuns: 1 });
    });
  });

  describe("runStep.create and runStep.updateStatus", () => {
    it("keep the persona's version of the workflow's step, and all that is reported", async () => {
      const persona = { name: "Ada", type: "designer", cliId: "cli", model: "large", thinkingEffort: "very_high" };
      const personaId = (await dataOf(api.post("/personas/create", persona))).id;
      const steps = [{ role: "designer", name: "Design", personaId }];
      const { id: runId } = await startRun(api, { workflowId: await createWorkflow(api, { steps }) });
      const step = await job.call("runStep.create", { runId, role: "designer", name: " Design ", stepIndex: 0 });
      const traceparent = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(step).toEqual({ id: expect.stringMatching(/^rs_/), _id: step.id, status: "pending", traceparent });
      await dataOf(api.post("/personas/update", { personaId, name: "Grace" }));
      const sandboxId = await newSandbox(runId);
      const report = {
        tokenUsage: { inputTokens: 10, outputTokens: 20 },
        qualityScores: { correctness: 0.5, composite: 0.75 },
        testResults: { total: 4, passed: 2, failed: 1, skipped: 1 },
        verdict: { pass: true, feedback: "Good." },
        toolDisplayName: "The tool",
        resolvedModelId: "large-2",
        sandboxId,
      };
      await job.call("runStep.updateStatus", { stepId: step.id, status: "running" });
      const ended = await job.call("runStep.updateStatus", { stepId: step.id, status: "completed", ...report });
      expect(ended).toMatchObject({
        ...report,
        id: step.id,
        name: "Design",
        status: "completed",
        thinkingEffort: "very_high",
        thinkingEffortDisplay: "Very high",
        personaVersionSnapshot: { version: 1, name: "Ada", cliId: "cli", model: "large", thinkingEffort: "very_high" },
        sandbox: { id: sandboxId, status: "running" },
        startedAt: time,
        completedAt: time,
      });
      expect((await run(runId)).steps).toEqual([ended]);
      const sums = await dataOf(api.get(`/personas/analytics?id=${personaId}`));
      expect(sums).toMatchObject({ runs: 1, steps: 1, completed: 1, inputTokens: 10, outputTokens: 20 });
    });

    it("a researcher's sandbox becomes the run's exploring sandbox", async () => {
      const runId = await newRun();
      const stepId = await newStep(runId, { role: "researcher" });
      const sandboxId = await newSandbox(runId);
      await job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
      expect(await run(runId)).toMatchObject({ explorerSandboxId: sandboxId });
    });

    it.each(["pending", "running", "completed", "failed", "skipped", "cancelled"])(
      "take the status %s",
      async (status) => {
        const stepId = await newStep(await newRun());
        const isOver = status !== "pending" && status !== "running";
        expect(await job.call("runStep.updateStatus", { stepId, status })).toMatchObject({
          status,
          startedAt: status === "running" ? time : null,
          completedAt: isOver ? time : null,
        });
      },
    );

    it("refuse a run that has ended or is in the trash", async () => {
      const runId = await newRun();
      const stepId = await newStep(runId);
      await api.post("/runs/cancel", { runId });
      const step = { runId, role: "judge", name: "Judge", stepIndex: 1 };
      expect(await job.refused("runStep.create", step)).toEqual([400, expect.stringContaining("cancelled")]);
      await api.post("/runs/delete", { runId });
      expect(await job.refused("runStep.updateStatus", { stepId, status: "failed" })).toEqual([400, sentence]);
    });

    it.each([
      { role: "boss" },
      { name: " " },
      { stepIndex: -1 },
      { stepIndex: 0.5 },
      { runId: "r_x" },
      { personaId: "persona_x" },
      { colour: "red" },
    ])("runStep.create refuses %j", async (other) => {
      const runId = await newRun();
      const step = { runId, role: "judge", name: "Judge", stepIndex: 0, ...other };
      expect(await job.refused("runStep.create", step)).toEqual([400, sentence]);
      expect((await run(runId)).steps).toEqual([]);
    });

    it.each([
      { status: "done" },
      { stepId: "rs_x" },
      { qualityScores: { "": 1 } },
      { qualityScores: { $set: 1 } },
      { qualityScores: { correctness: "good" } },
      { testResults: { total: 1 } },
      { verdict: { feedback: "Good." } },
      { tokenUsage: { inputTokens: -1, outputTokens: 0 } },
      { sandboxId: "sb_x" },
      { colour: "red" },
    ])("runStep.updateStatus refuses %j", async (other) => {
      const runId = await newRun();
      const args = { stepId: await newStep(runId), status: "completed", ...other };
      expect(await job.refused("runStep.updateStatus", args)).toEqual([400, sentence]);
      expect((await run(runId)).steps).toMatchObject([{ status: "pending" }]);
    });
  });

  it.each(["run.get", "run.setStopFlag", "run.updateStatus"])("%s refuses what names no run", async (operation) => {
    const more = { "run.get": {}, "run.setStopFlag": { stop: true }, "run.updateStatus": { status: "running" } };
    for (const runId of ["r_x", "wf_x", ""]) {
      const args = { runId, ...more[operation as keyof typeof more] };
      expect(await job.refused(operation, args)).toEqual([400, expect.stringContaining("run")]);
    }
  });
});
