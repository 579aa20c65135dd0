// The answer to a claim, and that later changes do not reach a run that has begun.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  runner,
  startRun,
  encryptionKey,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { claimOf } from "../support/jobClaims";

const text = (name: string, content: string) => ({ name, content });

/** Makes a workflow with everything that its runs receive. */
async function outfit(api: Client) {
  const persona = await dataOf(
    api.post("/personas/create", { name: "Ada", type: "designer", model: "large", instructions: "Think." }),
  );
  const steps = [
    { role: "designer", name: "Design", personaId: persona.id, instructions: "Draw.", commandNames: ["plan"] },
    { role: "checker", name: "Check", timeoutMs: 5000, maxRetries: 2 },
  ];
  const workflowId = await createWorkflow(api, { steps });
  await dataOf(
    api.post("/project/settings/update", {
      agentMd: "# Agents",
      envVars: { MODE: "fast" },
      gitCommitName: "Bot",
      gitCommitEmail: "bot@example.com",
      backendDeployKey: "deploy-secret",
    }),
  );
  const context = await dataOf(api.post("/contexts", text("style", "Be brief.")));
  const files = [{ name: "SKILL.md", content: "How to test." }];
  const skill = await dataOf(api.post("/skills", { name: "testing", files }));
  const command = await dataOf(api.post("/commands", text("plan", "Make a plan.")));
  const script = await dataOf(api.post("/scripts", { ...text("setup", "npm ci"), language: "shell" }));
  const learning = await dataOf(api.post("/learnings/create", { description: "Write tests.", category: "craft" }));
  await dataOf(api.post("/learnings/update-status", { learningId: learning.id, status: "approved" }));
  return { persona, workflowId, context, skill, command, script, learning };
}

/** Changes or deletes everything that the run received. */
async function editAll(api: Client, given: Awaited<ReturnType<typeof outfit>>, runId: string): Promise<void> {
  const { persona, workflowId, context, skill, command, script, learning } = given;
  await dataOf(api.post("/runs/rename", { runId, name: "Renamed" }));
  await dataOf(api.put(`/workflows/${workflowId}`, { name: "Other", steps: [{ role: "judge", name: "Judge" }] }));
  await dataOf(api.post("/personas/update", { personaId: persona.id, model: "small", instructions: "Hurry." }));
  await dataOf(api.post("/personas/delete", { personaId: persona.id }));
  await dataOf(api.post("/project/settings/update", { agentMd: null, envVars: { MODE: "slow" } }));
  await dataOf(api.put(`/contexts/${context.id}`, { name: "tone", content: "Be long." }));
  for (const path of [`/contexts/${context.id}`, `/skills/${skill.id}`, `/commands/${command.id}`]) {
    await dataOf(api.delete(path));
  }
  await dataOf(api.delete(`/scripts/${script.id}`));
  await dataOf(api.post("/learnings/update-content", { learningId: learning.id, description: "Write docs." }));
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  beforeAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey }));
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));
  let projectId: string;
  let api: Client;
  beforeEach(async () => {
    const project = await createProject(deployment);
    projectId = project.projectId;
    api = client(deployment, project.apiKey);
  });
  const held: string[] = [];
  const claim = async (args?: object) => {
    const claimed = await claimOf({ projectId }, job, args ?? {});
    held.push(claimed.id);
    return claimed;
  };
  /** Ends the claimed jobs. Otherwise other tests on this deployment would get them later. */
  afterEach(async () => {
    for (const jobId of held.splice(0)) await job.refused("job.complete", { jobId, runnerId: "one" });
  });

  describe("job.claim of a run", () => {
    it("returns all that a runner needs to begin, without secrets", async () => {
      const { persona, workflowId, context, skill, command, script } = await outfit(api);
      const gitRepoUrl = "https://code.example/acme/app.git";
      const started = await startRun(api, { workflowId, gitRepoUrl, branchName: "next", maxIterations: 3 });
      const { run } = await claim();
      expect(run).toEqual({
        id: started.id,
        _id: started.id,
        projectId,
        runNumber: 1,
        name: started.name,
        attempt: 1,
        source: "api",
        prompt: "Build it.",
        maxIterations: 3,
        issueId: null,
        sprintChainId: null,
        sprintIndex: null,
        workChainId: null,
        workflow: { id: workflowId, _id: workflowId, name: "Build" },
        git: {
          repoUrl: gitRepoUrl,
          branchName: "next",
          isBranchAssumed: false,
          commitName: "Bot",
          commitEmail: "bot@example.com",
        },
        settings: expect.objectContaining({ agentMd: "# Agents", envVars: { MODE: "fast" } }),
        steps: [
          {
            stepIndex: 0,
            isDone: false,
            role: "designer",
            name: "Design",
            instructions: "Draw.",
            commandNames: ["plan"],
            timeoutMs: null,
            maxRetries: 0,
            outputSchema: null,
            gate: null,
            artifacts: [],
            model: "large",
            thinkingEffort: null,
            persona: expect.objectContaining({
              id: expect.stringMatching(/^pv_/),
              personaId: persona.id,
              version: 1,
              model: "large",
              instructions: "Think.",
              learningsEnabled: true,
            }),
          },
          expect.objectContaining({ stepIndex: 1, timeoutMs: 5000, maxRetries: 2, model: null, persona: null }),
        ],
        learnings: [
          { role: "designer", content: expect.stringContaining("Write tests."), learningCount: 1 },
          { role: "checker", content: expect.stringContaining("Write tests."), learningCount: 1 },
        ],
        contexts: [given(context, "style", { content: "Be brief." })],
        skills: [given(skill, "testing", { files: [{ name: "SKILL.md", content: "How to test." }] })],
        commands: [given(command, "plan", { content: "Make a plan." })],
        scripts: [{ ...given(script, "setup", { content: "npm ci" }), language: "shell" }],
        outputs: [],
        more: [],
      });
      expect(JSON.stringify(run)).not.toContain("deploy-secret");
      expect(JSON.stringify(run)).not.toContain("backendDeployKey");
    });

    function given(asset: { id: string; activeVersion: { id: string } }, name: string, content: object) {
      return { id: asset.id, name, description: null, version: 1, versionId: asset.activeVersion.id, ...content };
    }

    it("returns the same bytes after every change, whichever runner claims it again", async () => {
      const given = await outfit(api);
      const { workflowId } = given;
      const started = await startRun(api, { workflowId });
      const first = await claim();
      await editAll(api, given, started.id);
      await job.call("run.updateStatus", { runId: started.id, status: "running" });
      expect(JSON.stringify(await job.call("run.getDelivery", { runId: started.id }))).toBe(JSON.stringify(first.run));
      const later = await startRun(api, { workflowId });
      expect(await job.call("run.getDelivery", { runId: later.id })).toMatchObject({
        workflow: { name: "Other" },
        settings: { agentMd: null, envVars: { MODE: "slow" } },
        steps: [{ role: "judge", persona: null }],
        learnings: [{ role: "judge", content: expect.stringContaining("Write docs.") }],
        contexts: [],
        skills: [],
        commands: [],
        scripts: [],
      });
    });

    it("takes the snapshot of a restarted run at the restart, and returns no snapshot of a run that has ended", async () => {
      const workflowId = await createWorkflow(api);
      const { id: runId } = await startRun(api, { workflowId });
      const { id: jobId, run } = await claim();
      expect(run).toMatchObject({ attempt: 1, steps: [{ name: "Design" }] });
      await job.call("run.updateStatus", { runId, status: "completed" });
      expect(await job.call("run.getDelivery", { runId })).toBeNull();
      await job.call("job.complete", { jobId, runnerId: "one" });
      await dataOf(api.put(`/workflows/${workflowId}`, { steps: [{ role: "designer", name: "Draw" }] }));
      await dataOf(api.post("/runs/restart", { runId }));
      expect((await claim()).run).toMatchObject({ attempt: 2, steps: [{ name: "Draw" }] });
    });

    it("makes no snapshot of a run that waits for its time", async () => {
      const { id: runId } = await startRun(api, { scheduledFor: Date.now() + 3_600_000 });
      expect(await job.call("run.getDelivery", { runId })).toBeNull();
    });

    it("returns the learnings of the active version", async () => {
      const { workflowId, learning } = await outfit(api);
      const compiled = { roleType: "designer", learningIds: [learning.id] };
      const version = await dataOf(api.post("/learning-versions/compile", compiled));
      await dataOf(api.post("/learning-versions/activate", { versionId: version.id }));
      await startRun(api, { workflowId });
      const [designers, checkers] = (await claim()).run.learnings;
      expect(designers).toMatchObject({ role: "designer", learningCount: 1, versionId: version.id });
      expect(checkers).not.toHaveProperty("versionId");
    });

    it("lists the calls that return the parts which do not fit into one answer", async () => {
      const content = "x".repeat(890_000);
      for (let index = 0; index < 10; index++) {
        await dataOf(api.post("/contexts", text(`context ${index}`, content)));
      }
      await startRun(api);
      const { run } = await claim();
      expect(JSON.stringify(run).length).toBeLessThan(8_000_000);
      expect(run.contexts).toHaveLength(10);
      expect(run.more.length).toBeGreaterThan(0);
      for (const { path, operation, args } of run.more) {
        const [list, index] = path;
        expect(run[list][index].content).toBeNull();
        expect(await job.call(operation, args)).toEqual({ ...run[list][index], content });
      }
      expect(await job.refused("run.getPart", { runId: run.id, kind: "asset", id: "cv_x" })).toEqual([
        400,
        "The run is over, or it did not receive this part.",
      ]);
    });
  });

  describe("job.claim of other work", () => {
    it("returns a sprint chain with its workflow", async () => {
      const workflowId = await createWorkflow(api);
      const wanted = { workflowId, prompt: "Go on.", gitRepoUrl: "https://code.example/a/b", sprintRange: [1, 3] };
      const chain = await dataOf(api.post("/sprint-chains", wanted));
      expect(await claim({ kinds: ["sprintChain.execute"] })).toMatchObject({
        sprintChain: { id: chain.id, prompt: "Go on.", sprints: [{ index: 0 }, { index: 1 }, { index: 2 }] },
        workflow: { id: workflowId, steps: [{ name: "Design" }] },
        project: { id: projectId },
        settings: { agentMd: null },
      });
    });

    it("returns an issue session with its prompt", async () => {
      await dataOf(api.post("/issue-sessions/start", { prompt: "Look for races." }));
      expect(await claim({ kinds: ["issueSession.scan"] })).toMatchObject({
        issueSession: { prompt: "Look for races.", steps: [] },
      });
    });

    it("returns a work chain with its workflow and the issues that are left, in their order", async () => {
      const workflowId = await createWorkflow(api);
      const titles = ["First", "Second", "Third"];
      const issues = await Promise.all(titles.map((title) => dataOf(api.post("/issues/create", { title }))));
      const issueIds = issues.map(({ id }) => id);
      const chain = await dataOf(api.post("/work-chains/create", { title: "Crashes", issueIds, workflowId }));
      await dataOf(api.post("/work-chains/start", { chainId: chain.id }));
      const claimed = await claim({ kinds: ["workChain.execute"] });
      expect(claimed).toMatchObject({
        workChain: { id: chain.id, title: "Crashes", currentIssueIndex: 0, issueIds },
        workflow: { id: workflowId, steps: [{ name: "Design" }] },
        project: { id: projectId },
        settings: { agentMd: null },
      });
      expect(claimed.issues).toMatchObject(titles.map((title) => ({ title })));
      const run = { workflowId, prompt: "Fix it.", status: "running", issueId: issueIds[0] };
      const { id: runId } = await job.call("run.create", run);
      await job.call("run.updateStatus", { runId, status: "completed" });
      await dataOf(api.post("/issues/delete", { issueId: issueIds[1] }));
      await job.call("job.complete", { jobId: claimed.id, runnerId: "one" });
      expect((await claim({ kinds: ["workChain.execute"] })).issues).toMatchObject([{ title: "Third" }]);
    });

    it("returns an answering session with its questions, and its issue session", async () => {
      const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look for races." }));
      const { id } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
      const questions = [
        { question: "Which?", assumption: "All." },
        { question: "When?", assumption: "Now." },
      ];
      const asked = { answeringSessionId: id, questions };
      const { ids } = await job.call("issueSession.createSessionQuestionsFromJson", asked);
      await dataOf(api.put(`/session-questions/${ids[0]}/review`, { status: "approved" }));
      const correction = { status: "declined", correction: "Later." };
      await dataOf(api.put(`/session-questions/${ids[1]}/review`, correction));
      expect(await claim({ kinds: ["answeringSession.continue"] })).toMatchObject({
        answeringSessionId: id,
        answeringSession: {
          id,
          status: "reviewed",
          questions: [
            { id: ids[0], question: "Which?", status: "approved" },
            { id: ids[1], assumption: "Now.", ...correction },
          ],
        },
        issueSession: { id: issueSessionId, prompt: "Look for races." },
        project: { id: projectId },
        settings: { agentMd: null },
      });
    });

    it("returns the sandbox whose dev server is requested", async () => {
      const { id: runId } = await startRun(api);
      const id = await createSandbox(job, { runId });
      await dataOf(api.post("/sandboxes/dev-server/start", { id }));
      const claimed = await claim({ kinds: ["sandbox.devServer"] });
      expect(claimed).toMatchObject({ sandboxId: id, sandbox: { id, runId, status: "running" } });
    });

    it("returns a message with its sandbox; for learnings, the sandbox and the run to learn from", async () => {
      const { id: runId } = await startRun(api);
      const sandboxId = await createSandbox(job, { runId });
      await dataOf(api.post("/sandboxes/send-message", { sandboxId, content: "Hello." }));
      expect(await claim({ kinds: ["sandbox.message"] })).toMatchObject({
        sandbox: { id: sandboxId, runId },
        message: { content: "Hello.", role: "user" },
      });
      await job.call("learning.dispatchExtraction", { sandboxId, runId });
      expect(await claim({ kinds: ["learning.extract"] })).toMatchObject({
        sandbox: { id: sandboxId },
        run: { id: runId },
      });
    });
  });

  describe("job.claim that waits", () => {
    /** Claims all jobs that other tests have left. */
    async function claimAll(): Promise<void> {
      while ((await job.call("job.claim", { runnerId: "none", kinds: ["merge.execute"] })) !== null);
    }

    it("is answered when a job comes; each job goes to one of the waiting runners", async () => {
      const wait = (runnerId: string) =>
        job.call("job.claim", { runnerId, kinds: ["merge.execute"], waitMs: 3000, leaseMs: 60_000 });
      await claimAll();
      const waiting = [wait("one"), wait("two")];
      const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];
      const started = [
        await dataOf(api.post("/merging/start", { pullRequests })),
        await dataOf(api.post("/merging/start", { pullRequests })),
      ];
      const claims = await Promise.all(waiting);
      expect(new Set(claims.map(({ mergeRunId }) => mergeRunId))).toEqual(new Set(started.map(({ id }) => id)));
    });

    it("is null when no job has come in time", async () => {
      await claimAll();
      const before = Date.now();
      expect(await job.call("job.claim", { runnerId: "one", kinds: ["merge.execute"], waitMs: 150 })).toBeNull();
      expect(Date.now() - before).toBeGreaterThanOrEqual(140);
    });

    it.each([-1, 25_001, 1.5])("400 naming args.waitMs for %d", async (waitMs) => {
      expect(await job.refused("job.claim", { runnerId: "one", waitMs })).toEqual([
        400,
        expect.stringContaining("args.waitMs "),
      ]);
    });
  });
});

describe("a claim after the lease of another has run out", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const environment = { PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey };
  beforeAll(() => deployment.setEnvironment(environment));
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));
  afterEach(() => {
    vi.useRealTimers();
  });

  it("returns the same bytes of the run, although all its sources were edited or deleted", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_000 });
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const given = await outfit(api);
    const { id: runId } = await startRun(api, { workflowId: given.workflowId });
    const first = await job.call("job.claim", { runnerId: "one", leaseMs: 5000 });
    await job.call("run.updateStatus", { runId, status: "running" });
    await editAll(api, given, runId);
    vi.setSystemTime(Date.now() + 5000);
    const second = await job.call("job.claim", { runnerId: "two", leaseMs: 5000 });
    expect(second).toMatchObject({ id: first.id, kind: "run.execute", runId, attempt: 2, fence: first.fence + 1 });
    expect(JSON.stringify(second.run)).toBe(JSON.stringify(first.run));
    expect(second.run).toMatchObject({
      learnings: [{ learningCount: 1 }, {}],
      steps: [{ persona: { version: 1 } }, {}],
    });
  });
});

describe("an outdated shared copy", () => {
  const deployment = inProcess();
  const job = runner(deployment);

  it("is deleted when the runs that had it have ended, with the versions of deleted assets", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_000 });
    const project = await createProject(deployment);
    const api = client(deployment, project.apiKey);
    const later = async () => {
      vi.setSystemTime(Date.now() + 3_600_000);
      await deployment.mutation(internal.jobInputs.scheduled.sweep, {});
    };
    const kept = async () => {
      const {
        sharedCopies = [],
        sharedCopyParts = [],
        assetVersions = [],
        pendingDeletions = [],
      } = await deployment.documents();
      return [sharedCopies.length, sharedCopyParts.length, assetVersions.length, pendingDeletions.length];
    };
    const context = await dataOf(api.post("/contexts", text("style", "Be brief.")));
    const workflowId = await createWorkflow(api);
    const { id: runId } = await startRun(api, { workflowId });
    await startRun(api, { workflowId }).then(({ id }) => dataOf(api.post("/runs/cancel", { runId: id })));
    expect(await kept()).toEqual([4, 4, 1, 0]);
    await dataOf(api.delete(`/contexts/${context.id}`));
    await dataOf(api.post("/trash/permanent-delete", { entityType: "context", entityId: context.id }));
    await later();
    expect(await kept()).toEqual([4, 4, 1, 2]);
    expect((await job.call("run.getDelivery", { runId })).contexts).toMatchObject([{ content: "Be brief." }]);
    await dataOf(api.post("/runs/cancel", { runId }));
    await later();
    expect(await kept()).toEqual([3, 3, 0, 0]);
    vi.useRealTimers();
  });
});
