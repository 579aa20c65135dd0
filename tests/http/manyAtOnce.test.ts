// Calls that concern very many records. They do at once what must be done at once, the rest ends within seconds, and no
// part is larger than a transaction may be. tests/proofs/maxima.test.ts tries the largest of everything.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFunctionReference } from "convex/server";
import { internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { publicId } from "../../convex/lib/publicIds";
import { stepRoles } from "../../convex/lib/sharedValues";
import { manyOf, rowOf, startCrowd } from "../support/crowd";
import type { Crowd } from "../support/crowd";
import { createWorkflow, dataOf, refusalOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { documentIdOf } from "../support/crowd";

describe("very many records at once", () => {
  let crowd: Crowd;
  beforeAll(async () => {
    crowd = await startCrowd();
  });
  afterAll(() => crowd?.stop());

  async function workflowOf(api: Client): Promise<Id<"workflows">> {
    return documentIdOf("workflows", await createWorkflow(api));
  }

  /** Makes running runs, each with running sandboxes, steps and a job, and with waiting messages in each sandbox. */
  async function busyRuns(
    { projectId, api }: { projectId: Id<"projects">; api: Client },
    {
      count,
      children,
      messages,
      job = {},
    }: { count: number; children: number; messages: number; job?: Partial<Doc<"jobs">> },
  ) {
    const workflowId = await workflowOf(api);
    const runIds = await crowd.insert(
      "runs",
      manyOf(count, (index) => rowOf.run(projectId, workflowId, index + 1)),
    );
    const sandboxIds = await crowd.insert(
      "sandboxes",
      runIds.flatMap((runId) => manyOf(children, () => rowOf.sandbox(projectId, { kind: "run", runId }))),
    );
    await crowd.insert(
      "runSteps",
      runIds.flatMap((runId) => manyOf(children, (index) => rowOf.step({ projectId, runId }, index))),
    );
    await crowd.insert(
      "jobs",
      runIds.map((runId) => rowOf.job(projectId, runId, { kind: "run.execute", runId }, job)),
    );
    if (messages > 0) await queueMessages(projectId, sandboxIds, messages);
    const sandboxes = { totalSandboxes: sandboxIds.length, activeSandboxes: sandboxIds.length };
    await crowd.insert("counters", [rowOf.sums(projectId, { totalRuns: count, activeRuns: count, ...sandboxes })]);
    return { runIds: runIds.map((id) => publicId("runs", id)), sandboxIds };
  }

  async function queueMessages(projectId: Id<"projects">, sandboxIds: Id<"sandboxes">[], count: number): Promise<void> {
    const [messageId] = await crowd.insert("messages", [
      {
        projectId,
        sandboxId: sandboxIds[0]!,
        role: "user",
        status: "complete",
        content: "Hello?",
        bytes: 10,
        atMs: 0,
      },
    ]);
    const works = sandboxIds.flatMap((sandboxId) =>
      manyOf(count, () => ({ kind: "sandbox.message", sandboxId, messageId: messageId! }) as const),
    );
    await crowd.insert(
      "jobs",
      works.map((work) => rowOf.job(projectId, work.sandboxId, work)),
    );
  }

  const nothingToClaim = async (kinds: string[]) =>
    (await crowd.job.call("job.claim", { runnerId: "one", kinds })) === null;

  /** Claims the run's job. Other jobs may wait before it and are claimed too. */
  async function claimOf(runId: string): Promise<{ jobId: string }> {
    for (;;) {
      const claimed = await crowd.job.call("job.claim", { runnerId: "one", kinds: ["run.execute"] });
      if (claimed === null) throw new Error(`There is no job for ${runId}.`);
      if (claimed.runId === runId) return { jobId: claimed.id };
    }
  }

  const activeSandboxes = async (api: Client) => (await dataOf(api.get("/project/counters"))).activeSandboxes;

  it("100 running runs with sandboxes, steps and messages are deleted together, and all their open work ends", async () => {
    const project = await crowd.createProject(100);
    const { runIds } = await busyRuns(project, { count: 100, children: 3, messages: 1 });
    const { api } = project;
    expect(await dataOf(api.post("/runs/bulk-delete", { runIds }))).toMatchObject({ count: 100, deleted: true });
    expect(await dataOf(api.get("/project/counters"))).toMatchObject({ totalRuns: 0, activeRuns: 0 });
    await expect.poll(() => activeSandboxes(api), { timeout: 20_000 }).toBe(0);
    for (const status of ["running", "provisioning"]) {
      expect((await dataOf(api.get(`/sandboxes/list?status=${status}`))).length).toBe(0);
    }
    await dataOf(api.post("/runs/restore", { runId: runIds[7] }));
    const { steps, sandboxes } = await dataOf(api.get(`/runs/get?id=${runIds[7]}`));
    expect(steps.map(({ status }: { status: string }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(sandboxes.map(({ status }: { status: string }) => status)).toEqual(["killed", "killed", "killed"]);
    await expect.poll(() => nothingToClaim(["run.execute", "sandbox.message"])).toBe(true);
  });

  it("a run that is deleted with others, restored and restarted at once keeps its new steps", async () => {
    const project = await crowd.createProject();
    const { runIds } = await busyRuns(project, { count: 2, children: 1, messages: 0 });
    const { api } = project;
    const [runId] = runIds;
    await dataOf(api.post("/runs/bulk-delete", { runIds }));
    await dataOf(api.post("/runs/restore", { runId }));
    await dataOf(api.post("/runs/restart", { runId }));
    const { id } = await crowd.job.call("sandbox.create", { runId, runtimeSandboxId: "anew", status: "running" });
    await expect.poll(() => activeSandboxes(api)).toBe(1);
    expect(await crowd.job.call("sandbox.get", { sandboxId: id })).toMatchObject({ status: "running" });
  });

  it("a run with 600 sandboxes, and 150 messages in one of them, is cancelled and restarted", async () => {
    const project = await crowd.createProject(100);
    const { runIds, sandboxIds } = await busyRuns(project, { count: 1, children: 600, messages: 0 });
    await queueMessages(project.projectId, sandboxIds.slice(-1), 150);
    const { api } = project;
    const [runId] = runIds;
    await dataOf(api.post("/runs/cancel", { runId }));
    await dataOf(api.post("/runs/restart", { runId }));
    const { id } = await crowd.job.call("sandbox.create", { runId, runtimeSandboxId: "anew", status: "running" });
    await expect.poll(() => activeSandboxes(api), { timeout: 20_000 }).toBe(1);
    expect(await crowd.job.call("sandbox.get", { sandboxId: id })).toMatchObject({ status: "running" });
    expect(await nothingToClaim(["sandbox.message"])).toBe(true);
    const { jobId } = await claimOf(runId!);
    expect(await crowd.job.call("job.heartbeat", { jobId, runnerId: "one" })).toMatchObject({ cancelRequested: false });
  });

  it.each(["killed", "stopped", "failed"])(
    "messages of a sandbox that is %s are not claimed any more",
    async (status) => {
      const project = await crowd.createProject();
      const { sandboxIds } = await busyRuns(project, { count: 1, children: 1, messages: 150 });
      const sandboxId = publicId("sandboxes", sandboxIds[0]!);
      await crowd.job.call("sandbox.updateStatus", { sandboxId, status });
      expect(await nothingToClaim(["sandbox.message"])).toBe(true);
    },
  );

  it("2,200 messages of a deleted sandbox are cancelled, in more than one transaction", async () => {
    const project = await crowd.createProject();
    const { sandboxIds } = await busyRuns(project, { count: 1, children: 1, messages: 2200 });
    await dataOf(project.api.post("/sandboxes/delete", { id: publicId("sandboxes", sandboxIds[0]!) }));
    await expect.poll(() => nothingToClaim(["sandbox.message"]), { timeout: 20_000 }).toBe(true);
  });

  it("409 CONFLICT for more requests to a sandbox than may wait; those of other sandboxes are accepted", async () => {
    const project = await crowd.createProject();
    const { sandboxIds } = await busyRuns(project, { count: 1, children: 2, messages: 0 });
    const [sandboxId, other] = sandboxIds.map((id) => publicId("sandboxes", id));
    await queueMessages(project.projectId, sandboxIds.slice(0, 1), 99);
    const send = (to = sandboxId) => project.api.post("/sandboxes/send-message", { sandboxId: to, content: "More." });
    await dataOf(send());
    expect(await refusalOf(send())).toEqual([409, "CONFLICT"]);
    expect(await refusalOf(project.api.post("/sandboxes/dev-server/start", { id: sandboxId }))).toEqual([
      409,
      "CONFLICT",
    ]);
    await dataOf(send(other));
    await crowd.job.call("job.claim", { runnerId: "one", kinds: ["sandbox.message"] });
    await dataOf(send());
  });

  it("100 issue sessions with two sandboxes each are deleted together, and all of their sandboxes end", async () => {
    const { projectId, api } = await crowd.createProject(100);
    const ids = await crowd.insert(
      "issueSessions",
      manyOf(100, () => ({ projectId, name: "Look", status: "active" as const, iteration: 0, issueCount: 0 })),
    );
    const purposes = ids.flatMap((issueSessionId) =>
      manyOf(2, () => ({ kind: "issueSession", issueSessionId }) as const),
    );
    await crowd.insert(
      "sandboxes",
      purposes.map((purpose) => rowOf.sandbox(projectId, purpose)),
    );
    await crowd.insert("counters", [rowOf.sums(projectId, { activeSandboxes: purposes.length })]);
    const sessionIds = ids.map((id) => publicId("issueSessions", id));
    expect(await dataOf(api.post("/issue-sessions/bulk-delete", { sessionIds }))).toMatchObject({ count: 100 });
    await expect.poll(() => activeSandboxes(api), { timeout: 20_000 }).toBe(0);
    expect((await dataOf(api.get("/sandboxes/list?status=running"))).length).toBe(0);
  });

  it("100 issues that are the last of 100 running chains are deleted, and 40 members are notified", async () => {
    const { projectId, api } = await crowd.createProject(40);
    const workflowId = await workflowOf(api);
    const issueIds = await crowd.insert(
      "issues",
      manyOf(100, () => rowOf.issue(projectId)),
    );
    const chain = (issueId: Id<"issues">): Omit<Doc<"workChains">, "_id" | "_creationTime"> => ({
      projectId,
      workflowId,
      status: "running",
      title: "Crashes",
      issueIds: [issueId],
      gitRepoUrl: null,
      branchName: "main",
      currentIssueIndex: 0,
    });
    const chainIds = await crowd.insert("workChains", issueIds.map(chain));
    const set = makeFunctionReference<"mutation">("bulkInsert:patchAll");
    const changes = issueIds.map((id, index) => ({ id, change: { workChainId: chainIds[index]! } }));
    await crowd.engine.call(set, { changes });
    const shown = issueIds.map((id) => publicId("issues", id));
    expect(await dataOf(api.post("/issues/bulk-delete", { issueIds: shown }))).toMatchObject({ count: 100 });
    const last = publicId("workChains", chainIds[99]!);
    expect(await dataOf(api.get(`/work-chains/get?id=${last}`))).toMatchObject({ status: "completed" });
    const unread = async () => (await dataOf(api.get("/notifications/unread-count"))).count;
    await expect.poll(unread, { timeout: 30_000 }).toBe(100);
  });

  it("a person who is invited to 25 teams of 100 signs in and is a member of all of them", async () => {
    const projects = await crowd.insert(
      "projects",
      manyOf(25, (index) => ({ name: "Team", slug: `team-of-many-${index}`, gitRepoUrl: null })),
    );
    const userIds = await crowd.insert(
      "users",
      manyOf(100, (index) => ({ email: `team-${index}@example.com` })),
    );
    await crowd.insert(
      "projectMembers",
      projects.flatMap((projectId) => userIds.map((userId) => ({ projectId, userId, role: "member" as const }))),
    );
    const email = "busy@example.com";
    const [invitedBy] = await crowd.insert("users", [{ email: "owner-of-many@example.com" }]);
    await crowd.insert(
      "projectMembers",
      projects.map((projectId) => ({ projectId, userId: invitedBy!, role: "owner" as const })),
    );
    const expiresAtMs = Date.now() + 3_600_000;
    await crowd.insert(
      "projectInvitations",
      projects.map((projectId) => ({
        projectId,
        email,
        role: "admin" as const,
        invitedBy: invitedBy!,
        expiresAtMs,
      })),
    );
    const identity = { issuer: "https://idp.example", subject: "busy", email, emailVerified: true };
    const call = (name: string, args: object) =>
      crowd.engine.call(makeFunctionReference<"query">(name), args, identity as unknown as Record<string, string>);
    expect(await call("users/dashboard:signIn", {})).toMatchObject({ email });
    const all = { paginationOpts: { numItems: 100, cursor: null } };
    const joined = async () => ((await call("project/dashboard:mine", all)) as { page: unknown[] }).page.length;
    await expect.poll(joined, { timeout: 30_000 }).toBe(25);
  });

  it("300 cancelled runs whose runners are lost end, though one transaction is too small for all of them", async () => {
    const project = await crowd.createProject();
    const lost = {
      status: "claimed",
      attempts: 1,
      fence: 1,
      runnerId: "lost",
      leaseMs: 5000,
      leaseUntilMs: 1,
    } as const;
    const job = { ...lost, cancelRequested: true };
    await busyRuns(project, { count: 300, children: 1, messages: 0, job });
    await crowd.engine.call(internal.jobs.scheduled.release, {});
    const counters = async () => await dataOf(project.api.get("/project/counters"));
    await expect.poll(counters, { timeout: 60_000 }).toMatchObject({ activeRuns: 0, activeSandboxes: 0 });
  });

  /**
   * Makes a due task in each of the projects, with a workflow of twenty steps and personas. The tasks are due in the
   * order of the projects.
   */
  async function dueWork(projectIds: Id<"projects">[]) {
    const persona = {
      name: "Designer",
      type: "designer",
      selectedSkills: [],
      isEnabled: true,
      learningsEnabled: true,
      version: 1,
      updatedAtMs: 0,
    };
    const personaIds = await crowd.insert(
      "personas",
      projectIds.flatMap((projectId) => manyOf(20, () => ({ ...persona, projectId }))),
    );
    const stepOf = (project: number) => (index: number) => ({
      role: stepRoles[index % stepRoles.length]!,
      name: "Step",
      personaId: personaIds[project * 20 + index]!,
    });
    const workflowIds = await crowd.insert(
      "workflows",
      projectIds.map((projectId, project) => {
        return { projectId, name: "Build", isEnabled: true, steps: manyOf(20, stepOf(project)), updatedAtMs: 0 };
      }),
    );
    return projectIds.map((projectId, index) => ({ projectId, workflowId: workflowIds[index]!, dueAtMs: index + 1 }));
  }

  const manyProjects = async (count: number) =>
    await crowd.insert(
      "projects",
      manyOf(count, (index) => ({ name: "Many", slug: `many-${Date.now()}-${index}`, gitRepoUrl: null })),
    );

  it("recurring tasks of 60 projects run together, in as many transactions as needed", async () => {
    const { projectId, api } = await crowd.createProject();
    const due = await dueWork([...(await manyProjects(60)), projectId]);
    await crowd.insert(
      "recurringTasks",
      due.map(({ projectId, workflowId, dueAtMs }) => ({
        projectId,
        title: "Daily",
        prompt: "Build it.",
        targetWorkflowId: workflowId,
        frequency: "daily" as const,
        isActive: true,
        timezone: "UTC",
        scheduledHour: 0,
        scheduledMinute: 0,
        anchorDate: "2026-01-01",
        nextRunAtMs: dueAtMs,
        updatedAtMs: 0,
      })),
    );
    await crowd.engine.call(internal.recurringTasks.scheduled.fire, {});
    await expect.poll(async () => (await dataOf(api.get("/runs/list"))).length, { timeout: 30_000 }).toBe(1);
  });

  it("scheduled runs of 60 projects that are due begin, in as many transactions as needed", async () => {
    const { projectId, api } = await crowd.createProject();
    const due = await dueWork([...(await manyProjects(60)), projectId]);
    await crowd.insert(
      "runs",
      due.map(({ projectId, workflowId, dueAtMs }) =>
        rowOf.run(projectId, workflowId, 1, { status: "scheduled", scheduledForMs: dueAtMs }),
      ),
    );
    await crowd.engine.call(internal.runs.scheduled.releaseAllDue, {});
    const pending = async () => (await dataOf(api.get("/runs/list?status=pending"))).length;
    await expect.poll(pending, { timeout: 30_000 }).toBe(1);
  });

  it("no function has failed or has come near the limits", async () => {
    const uses = [...crowd.engine.largestUses()].filter(([name]) => !name.startsWith("bulkInsert:"));
    expect(uses.length).toBeGreaterThan(10);
    expect(uses.filter(([, { error }]) => error !== null && !error.includes("CONFLICT"))).toEqual([]);
  });
});
