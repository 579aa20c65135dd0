import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { createSandbox, createWorkflow, dataOf, runner, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const job = runner(deployment);
const { list, listByChain, get, getByNumber } = api.runs.dashboard;
const writes = api.runs.dashboard;
const steps = api.runSteps.dashboard;
const events = api.runEvents.dashboard;
const firstPage = { numItems: 100, cursor: null };

let projectId: string;
let member: Person;
let rest: Client;

async function begin(): Promise<void> {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
}

const counters = () => member.query(api.project.dashboard.counters, { projectId });
const runIds = async () =>
  (await member.query(list, { projectId, paginationOpts: firstPage })).page.map(({ id }) => id);

describe("the live list of runs", () => {
  let workflowId: string;
  let times: number[];
  beforeAll(async () => {
    await begin();
    workflowId = await createWorkflow(rest);
    for (let count = 0; count < 3; count++) await startRun(rest, { labels: ["nightly"] });
    for (const status of ["running", "completed"]) {
      const { id } = await member.mutation(writes.start, {
        projectId,
        workflowId,
        prompt: "Build it.",
        labels: ["nightly"],
      });
      await job.call("run.updateStatus", { runId: id, status });
    }
    await startRun(rest, { workflowId });
    const discarded = await startRun(rest, { workflowId });
    await member.mutation(writes.discard, { projectId, runId: discarded.id });
    times = (await restList(rest, "/runs/list")).map((run) => (run as { createdAt: number }).createdAt);
  });

  it.each<[string, () => Parameters<typeof ask>[0]]>([
    ["all except those in the trash", () => ({})],
    ["those of a status", () => ({ status: "pending" })],
    ["those of a workflow", () => ({ workflowId })],
    ["those of a source", () => ({ source: "dashboard" })],
    ["those of a source and a status", () => ({ source: "dashboard", status: "running" })],
    ["those of a workflow and a status", () => ({ workflowId, status: "completed" })],
    ["those of a workflow and a source", () => ({ workflowId, source: "api" })],
    ["those of a workflow, a source and a status", () => ({ workflowId, source: "dashboard", status: "running" })],
    ["those of a state by cost", () => ({ status: "pending", sort: "cost" })],
    ["those of a workflow and a state by cost", () => ({ workflowId, status: "running", sort: "cost" })],
    ["those of a label", () => ({ label: "nightly" })],
    ["those of a label and a status", () => ({ label: "nightly", status: "running" })],
    ["those of a label, a workflow and a source", () => ({ label: "nightly", workflowId, source: "dashboard" })],
    ["those of a label and a time", () => ({ label: "nightly", createdAfter: times.at(-1)! })],
    ["those of a time", () => ({ createdAfter: times.at(-1)! - 1, createdBefore: times[0]! + 1 })],
  ])("shows %s, newest first, in pages, as REST does", async (_which, filters) => {
    const asked = Object.entries(filters()).map(([name, value]) => [name, String(value)] as [string, string]);
    const shown = await ask(filters());
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(await restList(rest, `/runs/list?${new URLSearchParams(asked).toString()}`));
  });

  function ask(filters: Omit<(typeof list)["_args"], "projectId" | "paginationOpts">) {
    return allOf((paginationOpts) => member.query(list, { projectId, paginationOpts, ...filters }));
  }

  it("can be filtered by the labels that runs have", async () => {
    await startRun(rest, { labels: ["slow", "a"] });
    expect(await member.query(writes.labels, { projectId })).toEqual(["a", "nightly", "slow"]);
  });

  it("VALIDATION for the order by cost without a state, or with a filter that it cannot have", async () => {
    const asked = { projectId, paginationOpts: firstPage, sort: "cost" as const };
    expect(await refusal(member.query(list, asked))).toMatchObject({ code: "VALIDATION", field: "status" });
    const withTime = { ...asked, status: "failed" as const, createdAfter: 1 };
    expect(await refusal(member.query(list, withTime))).toMatchObject({ code: "VALIDATION", field: "sort" });
  });

  it("VALIDATION for times that are not in order", async () => {
    const asked = { projectId, paginationOpts: firstPage, createdAfter: 2, createdBefore: 1 };
    expect(await refusal(member.query(list, asked))).toMatchObject({ code: "VALIDATION", field: "createdAfter" });
  });

  it("shows those of a chain", async () => {
    const wanted = {
      workflowId,
      sprintRange: [1, 2] as [number, number],
      prompt: "x",
      gitRepoUrl: "https://x.example",
    };
    const { id: chainId } = await member.mutation(api.sprintChains.dashboard.create, { projectId, ...wanted });
    const { id } = await job.call("run.createChainRun", { chainId, sprintIndex: 0 });
    const { page } = await member.query(listByChain, { projectId, paginationOpts: firstPage, chainId });
    expect(page.map((run) => run.id)).toEqual([id]);
  });
});

describe("a run", () => {
  beforeEach(begin);

  const start = async (changes: object = {}) =>
    await member.mutation(writes.start, {
      projectId,
      workflowId: await createWorkflow(rest),
      prompt: "Build it.",
      ...changes,
    });

  it("is started by the signed-in person, and shown as REST shows it", async () => {
    // A runner asks for work, so the detail of the run does not say that it waits for one.
    await job.call("job.claim", { runnerId: "one" });
    const run = await start({ name: " Ship ", maxIterations: 2 });
    expect(run).toMatchObject({ name: "Ship", status: "pending", source: "dashboard", runNumber: 1, maxIterations: 2 });
    const shown = await member.query(get, { projectId, id: run.id });
    expect(shown).toMatchObject({ ...run, createdBy: member.userId, steps: [], sandboxes: [] });
    expect(shown).toEqual(await dataOf(rest.get(`/runs/get?id=${run.id}`)));
    expect(await member.query(getByNumber, { projectId, runNumber: 1 })).toEqual(shown);
    expect(await refusal(member.query(getByNumber, { projectId, runNumber: 2 }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await counters()).toMatchObject({ totalRuns: 1 });
    const { jobs = [] } = await deployment.documents();
    expect(jobs.at(-1)).toMatchObject({ work: { kind: "run.execute" }, status: "queued" });
  });

  it.each([
    ["prompt", { prompt: " " }],
    ["maxIterations", { maxIterations: 101 }],
    ["scheduledFor", { scheduledFor: 1 }],
    ["startBy", { startBy: 1 }],
    ["nam", { nam: "x" }],
  ])("VALIDATION naming %s, and nothing is started", async (field, changes) => {
    expect(await refusal(start(changes))).toMatchObject({ code: "VALIDATION", field });
    expect(await runIds()).toEqual([]);
  });

  it("CONFLICT for a workflow that is disabled", async () => {
    const workflowId = await createWorkflow(rest, { isEnabled: false });
    expect(await refusal(start({ workflowId }))).toMatchObject({ code: "CONFLICT" });
  });

  it("changes state by its calls, each if the state allows it", async () => {
    const { id: runId } = await start();
    const named = { projectId, runId };
    expect(await refusal(member.mutation(writes.pause, named))).toMatchObject({ code: "CONFLICT" });
    await job.call("run.updateStatus", { runId, status: "running" });
    expect(await member.mutation(writes.pause, named)).toMatchObject({ status: "paused" });
    expect(await member.mutation(writes.resume, named)).toMatchObject({ status: "running" });
    expect(await member.mutation(writes.stopGracefully, named)).toMatchObject({ stopAfterCurrentTurn: true });
    expect(await counters()).toMatchObject({ activeRuns: 1 });
    expect(await member.mutation(writes.cancel, named)).toMatchObject({ status: "cancelled" });
    expect(await member.mutation(writes.restart, named)).toMatchObject({ status: "pending", attempt: 2 });
    expect(await member.mutation(writes.rename, { ...named, name: "Ship" })).toMatchObject({ name: "Ship" });
    expect(await refusal(member.mutation(writes.rename, { ...named, name: "" }))).toMatchObject({ field: "name" });
    expect(await counters()).toMatchObject({ activeRuns: 0, totalRuns: 1 });
  });

  it("goes into the trash, is restored, and is deleted for good", async () => {
    const { id: runId } = await start();
    const named = { projectId, runId };
    expect(await member.mutation(writes.discard, named)).toEqual({ id: runId, _id: runId, deleted: true });
    expect(await refusal(member.query(get, { projectId, id: runId }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await runIds()).toEqual([]);
    expect(await member.mutation(writes.restore, named)).toMatchObject({ id: runId, status: "cancelled" });
    expect(await runIds()).toEqual([runId]);
    expect(await refusal(member.mutation(writes.purge, named))).toMatchObject({ code: "CONFLICT" });
    const many = await member.mutation(writes.discardMany, { projectId, runIds: [runId, runId] });
    expect(many).toEqual({ ids: [runId], count: 1, deleted: true });
    expect(await member.mutation(writes.purge, named)).toMatchObject({ deleted: true });
    await deployment.settled();
    expect(await counters()).toMatchObject({ totalRuns: 0 });
  });

  it("shows its steps in order, separately for each attempt, and its log, the newest event first", async () => {
    const { id: runId } = await start();
    await job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(job, { runId });
    for (const stepIndex of [1, 0, 2]) {
      const { id: stepId } = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex });
      await job.call("runStep.updateStatus", { stepId, status: "running", sandboxId });
    }
    const ask = (attempt: object) =>
      allOf((paginationOpts) => member.query(steps.list, { projectId, paginationOpts, runId, ...attempt }));
    const detail = await member.query(get, { projectId, id: runId });
    expect((await ask({})).map(({ stepIndex }) => stepIndex)).toEqual([0, 1, 2]);
    expect(await ask({})).toEqual(detail.steps);
    await job.call("run.updateStatus", { runId, status: "failed" });
    await member.mutation(writes.restart, { projectId, runId });
    expect(await ask({})).toEqual([]);
    expect(await ask({ attempt: 1 })).toHaveLength(3);
    const told = await allOf((paginationOpts) => member.query(events.list, { projectId, paginationOpts, id: runId }));
    const inRest = await restList(rest, `/runs/events?id=${runId}&limit=200`);
    expect(told.reverse()).toEqual(inRest);
  });
});
