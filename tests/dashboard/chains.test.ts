// Live functions of sprint chains, work chains, merge runs and recurring tasks, and the runs that they make.
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { createWorkflow, dataOf, runner } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const job = runner(deployment);

let projectId: string;
let member: Person;
let rest: Client;
let workflowId: string;

beforeEach(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
  workflowId = await createWorkflow(rest);
});

describe("sprint chains", () => {
  const { list, get } = api.sprintChains.dashboard;
  const { create, remove } = api.sprintChains.dashboard;
  const wanted = { prompt: "Do the sprint.", gitRepoUrl: "https://git.example.com/demo" };
  const start = (sprintRange: [number, number]) =>
    member.mutation(create, { projectId, workflowId, sprintRange, ...wanted });

  it("are made, listed newest first, shown with their sprints and cancelled, as REST does", async () => {
    for (const last of [1, 2, 3]) await start([1, last]);
    const shown = await allOf((paginationOpts) => member.query(list, { projectId, paginationOpts }));
    expect(shown.map(({ sprintRange }) => sprintRange)).toEqual([
      [1, 3],
      [1, 2],
      [1, 1],
    ]);
    expect(shown).toEqual(await restList(rest, "/sprint-chains"));
    const { id } = shown[0]!;
    const detail = await member.query(get, { projectId, id });
    expect(detail.sprints).toHaveLength(3);
    expect(detail).toEqual(await dataOf(rest.get(`/sprint-chains/${id}`)));
    expect(await member.mutation(remove, { projectId, id })).toMatchObject({ id, status: "cancelled" });
    expect(await member.query(get, { projectId, id })).toMatchObject({ status: "cancelled" });
    await member.mutation(remove, { projectId, id });
    expect(await refusal(member.query(get, { projectId, id }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it.each<[string, [number, number]]>([
    ["the first after the last", [2, 1]],
    ["more than a hundred", [1, 101]],
  ])("VALIDATION naming sprintRange for sprints with %s", async (_what, sprintRange) => {
    expect(await refusal(start(sprintRange))).toMatchObject({ code: "VALIDATION", field: "sprintRange" });
  });
});

describe("work chains", () => {
  const { list, get, issues } = api.workChains.dashboard;
  const { create, start, remove } = api.workChains.dashboard;
  const createIssue = async (title: string) =>
    (await member.mutation(api.issues.dashboard.create, { projectId, title })).id;

  it("are made of issues, listed, started once and deleted, as REST does", async () => {
    const issueIds = [await createIssue("One"), await createIssue("Two"), await createIssue("Three")];
    const made = await member.mutation(create, { projectId, title: "Crashes", workflowId, issueIds });
    expect(made).toMatchObject({ status: "pending", issueIds });
    expect(await member.query(get, { projectId, id: made.id })).toEqual(made);
    const shown = await allOf((paginationOpts) => member.query(list, { projectId, paginationOpts }));
    expect(shown).toEqual([made]);
    expect(shown).toEqual(await restList(rest, "/work-chains/list"));
    const inChain = await allOf((paginationOpts) => member.query(issues, { projectId, paginationOpts, id: made.id }));
    expect(inChain).toEqual(await restList(rest, `/work-chains/issues?id=${made.id}`));
    const named = { projectId, chainId: made.id };
    expect(await member.mutation(start, named)).toEqual({ id: made.id, _id: made.id, status: "running" });
    expect(await refusal(member.mutation(start, named))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(member.mutation(create, { projectId, title: "x", workflowId, issueIds }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await member.mutation(remove, named)).toMatchObject({ deleted: true });
    expect(await refusal(member.query(get, { projectId, id: made.id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("merge runs", () => {
  const { list } = api.merging.dashboard;
  const { start } = api.merging.dashboard;
  const pullRequests = [{ prUrl: "https://code.example/1", prNumber: 1 }];

  it("are started for the runner and listed newest first, as REST does", async () => {
    const config = { strategy: ["squash", { depth: 1 }] };
    const first = await member.mutation(start, { projectId, pullRequests, config });
    const second = await member.mutation(start, { projectId, pullRequests, baseBranch: "main" });
    expect(first).toMatchObject({ status: "running", config });
    const shown = await allOf((paginationOpts) => member.query(list, { projectId, paginationOpts }), 1);
    expect(shown).toEqual([second, first]);
    expect(shown).toEqual(await restList(rest, "/merging/list"));
    const claimed = await job.call("job.claim", { runnerId: "tests", kinds: ["merge.execute"] });
    expect(claimed).toMatchObject({ mergeRunId: first.id });
  });

  it("are shown as waiting, and then with the runner that holds them", async () => {
    const { id } = await member.mutation(start, { projectId, pullRequests });
    const jobs = async (status: "queued" | "claimed") => {
      const asked = { projectId, status, paginationOpts: { numItems: 10, cursor: null } };
      return (await member.query(api.jobs.dashboard.list, asked)).page;
    };
    expect(await jobs("queued")).toMatchObject([{ kind: "merge.execute", mergeRunId: id, runnerId: null, attempt: 0 }]);
    expect(await jobs("claimed")).toEqual([]);
    // The jobs of the other tests wait, too, and come first.
    for (let claimed: unknown = null; claimed !== id;) {
      claimed = (await job.call("job.claim", { runnerId: "one", kinds: ["merge.execute"] })).mergeRunId;
    }
    expect(await jobs("queued")).toEqual([]);
    expect(await jobs("claimed")).toMatchObject([{ mergeRunId: id, runnerId: "one", attempt: 1 }]);
  });

  it("VALIDATION naming the field of a pull request", async () => {
    const refused = refusal(member.mutation(start, { projectId, pullRequests: [{ prUrl: "x", prNumber: 1 }] }));
    expect(await refused).toMatchObject({ code: "VALIDATION", field: "pullRequests.0.prUrl" });
  });
});

describe("recurring tasks", () => {
  const { list, get } = api.recurringTasks.dashboard;
  const { create, update, toggle, remove } = api.recurringTasks.dashboard;
  const task = { title: "Upgrade", prompt: "Go.", timezone: "UTC", scheduledHour: 9, scheduledMinute: 0 };
  const make = () =>
    member.mutation(create, { projectId, ...task, frequency: "daily" as const, targetWorkflowId: workflowId });

  it("are made, listed, changed, switched on and off, and deleted, as REST does", async () => {
    const made = await make();
    const other = await make();
    const shown = await allOf((paginationOpts) => member.query(list, { projectId, paginationOpts }), 1);
    expect(shown).toEqual([other, made]);
    expect(shown).toEqual(await restList(rest, "/recurring-tasks"));
    const named = { projectId, id: made.id };
    const changed = await member.mutation(update, { ...named, title: "Update", scheduledHour: 10, description: null });
    expect(changed).toMatchObject({ title: "Update", scheduledHour: 10, isActive: true });
    expect(await member.mutation(toggle, named)).toMatchObject({ isActive: false, nextRunAt: null });
    expect(await member.mutation(toggle, { ...named, isActive: true })).toMatchObject({ isActive: true });
    expect(await member.query(get, named)).toMatchObject({ title: "Update", isActive: true });
    expect(await member.mutation(remove, named)).toEqual({ id: made.id, _id: made.id, deleted: true });
    expect(await refusal(member.query(get, named))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("list the next five times, in the zone of the task", async () => {
    const { id } = await member.mutation(create, {
      projectId,
      ...task,
      frequency: "weekly" as const,
      timezone: "Europe/Berlin",
      targetWorkflowId: workflowId,
    });
    const { nextRuns, nextRunAt } = await member.query(get, { projectId, id });
    expect(nextRuns[0]).toBe(nextRunAt);
    const berlin = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
    expect(nextRuns.map((at) => berlin.format(Date.parse(at)))).toEqual(Array(5).fill("09:00"));
    const days = nextRuns.map((at) => Math.round((Date.parse(at) - Date.parse(nextRuns[0]!)) / 86_400_000));
    expect(days).toEqual([0, 7, 14, 21, 28]);
    await member.mutation(toggle, { projectId, id, isActive: false });
    expect(await member.query(get, { projectId, id })).toMatchObject({ nextRuns: [] });
  });

  it.each([
    ["scheduledHour", { scheduledHour: 24 }],
    ["timezone", { timezone: "Mars" }],
    ["hour", { hour: 1 }],
  ])("VALIDATION naming %s, in what is made and what is changed", async (field, wrong) => {
    const { id } = await make();
    expect(await refusal(member.mutation(update, { projectId, id, ...wrong }))).toMatchObject({
      code: "VALIDATION",
      field,
    });
  });
});
