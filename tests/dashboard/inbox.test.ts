import { beforeEach, describe, expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { documentId } from "../../convex/lib/publicIds";
import { rankOf } from "../../convex/inbox/rank";
import { callbackOf, startRun } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { address, refusal, signIn, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { mine, countMine, list, count, dismiss } = api.inbox.dashboard;
type Project = Awaited<ReturnType<typeof staffedProject>> & { rest: Client };
let one: Project;
let other: Project;
let job: Runner;
/** A member of `one`, and of `other` as well. */
let both: Person;

beforeEach(async () => {
  job = await callbackOf(deployment);
  one = await project();
  other = await project();
  const email = address();
  for (const { projectId, people } of [one, other])
    await people.owner.mutation(api.members.dashboard.invite, { projectId, email, role: "member" });
  both = await signIn(deployment, { email });
});

async function project(): Promise<Project> {
  const staffed = await staffedProject(deployment);
  return { ...staffed, rest: await restOf(deployment, staffed.projectId) };
}

async function fail({ rest }: Project, name: string, error = "The disk is full."): Promise<string> {
  const { id: runId } = await startRun(rest, { name });
  await job.call("run.updateStatus", { runId, status: "failed", error });
  return runId;
}

async function ask({ rest }: Project, title: string, deadline?: number): Promise<void> {
  const { id: runId } = await startRun(rest, { name: title });
  await job.call("run.ask", { runId, key: "k", title, ...(deadline === undefined ? {} : { deadline }) });
}

const titlesOf = async (person: Person, limit?: number) => {
  const { items, hasMore } = await person.query(mine, limit === undefined ? {} : { limit });
  return [items.map(({ title }) => title), hasMore];
};

it("a person sees what waits in all their projects, with a count", async () => {
  await fail(one, "A");
  await fail(other, "B");
  await fail(one, "C");
  expect(await titlesOf(both)).toEqual([["A", "B", "C"], false]);
  expect(await titlesOf(both, 2)).toEqual([["A", "B"], true]);
  expect(await titlesOf(both, 3)).toEqual([["A", "B", "C"], false]);
  const counted = await both.query(countMine, {});
  expect(counted.count).toBe(3);
  expect(new Map(counted.projects.map(({ projectId, count }) => [projectId, count]))).toEqual(
    new Map([
      [one.projectId, 2],
      [other.projectId, 1],
    ]),
  );
  expect(counted.projects.map(({ kinds }) => kinds)).toContainEqual({ run_failed: 2 });
  expect(await titlesOf(one.people.owner)).toEqual([["A", "C"], false]);
});

it("a person without projects, and one in whose projects nothing waits, see an empty inbox", async () => {
  const stranger = (await project()).people.owner;
  expect(await stranger.query(mine, {})).toEqual({ items: [], hasMore: false });
  expect(await stranger.query(countMine, {})).toEqual({ count: 0, projects: [] });
});

it("the list of one project is that of REST", async () => {
  for (const name of ["A", "B", "C"]) await fail(one, name);
  const { projectId } = one;
  const items = await allOf((paginationOpts) => both.query(list, { projectId, paginationOpts }));
  expect(items).toEqual(await restList(one.rest, "/inbox"));
  expect(items.map(({ title }) => title)).toEqual(["A", "B", "C"]);
  expect(await both.query(count, { projectId })).toEqual({ count: 3 });
});

it("an item that one member dismisses disappears for all", async () => {
  await fail(one, "A");
  const { items } = await both.query(mine, {});
  const dismissed = await both.mutation(dismiss, { projectId: one.projectId, id: items[0]!.id });
  expect(dismissed).toMatchObject({ id: items[0]!.id, dismissed: true });
  expect(await titlesOf(one.people.owner)).toEqual([[], false]);
  const again = await refusal(both.mutation(dismiss, { projectId: one.projectId, id: items[0]!.id }));
  expect(again).toMatchObject({ code: "NOT_FOUND" });
  await fail(other, "B");
  const [foreign] = (await both.query(mine, {})).items;
  const crossed = both.mutation(dismiss, { projectId: one.projectId, id: foreign!.id });
  expect(await refusal(crossed)).toMatchObject({ code: "FORBIDDEN" });
});

it("a removed member, and the members of a deleted project, see nothing of it", async () => {
  await fail(one, "A");
  await fail(other, "B");
  const { owner } = other.people;
  await owner.mutation(api.members.dashboard.remove, { projectId: other.projectId, targetUserId: both.userId });
  expect(await titlesOf(both)).toEqual([["A"], false]);
  expect((await both.query(countMine, {})).count).toBe(1);
  await one.people.owner.mutation(api.project.dashboard.remove, { projectId: one.projectId });
  expect(await titlesOf(both)).toEqual([[], false]);
  expect((await both.query(countMine, {})).count).toBe(0);
  await deployment.mutation(internal.admin.projects.restore, { projectId: one.projectId });
  expect(await titlesOf(both)).toEqual([["A"], false]);
});

it.each([0, 501, 1.5])("VALIDATION for the limit %d", async (limit) => {
  expect(await refusal(both.query(mine, { limit }))).toMatchObject({ code: "VALIDATION", field: "limit" });
});

it("questions come first by their deadline, then what was paused, then failures by reason, then pull requests", async () => {
  const soonMs = Date.now() + 3_600_000;
  const { id: withPullRequest } = await startRun(one.rest, { name: "Pull request" });
  const prUrl = "https://code.example/acme/app/pull/7";
  await job.call("run.updatePr", { runId: withPullRequest, prUrl, prStatus: "open" });
  await job.call("run.updateCiChecks", { runId: withPullRequest, status: "success", checks: [] });
  await fail(one, "Full 1", "No room: 17 MB are left on /var.");
  await fail(other, "Net", "The network is down.");
  await fail(other, "Full 2", "No room: 3 MB are left on /home.");
  const { id: paused } = await startRun(other.rest, { name: "Paused" });
  for (const status of ["running", "paused"]) await job.call("run.updateStatus", { runId: paused, status });
  await ask(one, "Whenever");
  await ask(other, "Later", soonMs + 60_000);
  await ask(one, "Soon", soonMs);
  const { items } = await both.query(mine, {});
  const titles = items.map(({ title }) => title);
  expect(titles.slice(0, 4)).toEqual(["Soon", "Later", "Whenever", "Paused"]);
  expect(titles.at(-1)).toBe("Pull request");
  expect(items[0]).toMatchObject({ dueAt: new Date(soonMs).toISOString(), group: null });
  // Failures with the same reason stand together.
  expect(["Full 1,Full 2,Net", "Net,Full 1,Full 2"]).toContain(titles.slice(4, 7).join());
  expect(new Set(items.slice(4, 7).map(({ group }) => group)).size).toBe(2);
  const shown = async (args: object) => (await both.query(mine, args)).items.map(({ title }) => title);
  expect(await shown({ kind: "run_question" })).toEqual(["Soon", "Later", "Whenever"]);
  expect(await shown({ kind: "run_question", onlyProjectId: other.projectId })).toEqual(["Later"]);
  const stranger = (await project()).people.owner;
  expect(await stranger.query(mine, { onlyProjectId: one.projectId })).toEqual({ items: [], hasMore: false });
});

it("a failure that gets another reason moves to its group", async () => {
  const runId = await fail(one, "A", "The disk is full.");
  const [first] = (await both.query(mine, {})).items;
  await one.rest.post("/runs/restart", { runId });
  await job.call("run.updateStatus", { runId, status: "failed", error: "The network is down." });
  const [second] = (await both.query(mine, {})).items;
  expect(second?.group).not.toBe(first?.group);
});

describe("of 250 items over three projects", () => {
  let third: Project;
  let projects: Project[];

  /** What 0.1.0 has written has neither a rank nor counts by kind. */
  async function fill(isRanked: boolean): Promise<void> {
    third = await project();
    projects = [one, other, third];
    const email = address();
    for (const { projectId, people } of projects)
      await people.owner.mutation(api.members.dashboard.invite, { projectId, email, role: "member" });
    both = await signIn(deployment, { email });
    const { id: runId } = await startRun(one.rest);
    const { id: questionId } = await job.call("run.ask", { runId, key: "k", title: "The oldest question" });
    await deployment.run(async (ctx) => {
      for (let index = 0; index < 249; index++) {
        const isQuestion = index >= 219;
        const kind = isQuestion ? ("run_question" as const) : ("run_failed" as const);
        const reason = `The disk ${index % 2 === 0 ? "is full" : "is gone"}.`;
        await ctx.db.insert("inboxItems", {
          projectId: documentId(ctx, "projects", projects[index % 3]!.projectId),
          kind,
          subjectId: isQuestion ? questionId : `r_${index}`,
          title: `${kind} ${index}`,
          reason,
          isInTrash: false,
          ...(isRanked ? { rank: rankOf({ kind, reason }) } : {}),
        });
      }
      for (const { projectId: text } of [other, third]) {
        const projectId = documentId(ctx, "projects", text);
        await ctx.db.insert("inboxItemCounts", { projectId, shard: 0, waiting: 83 });
      }
    });
  }

  it("every question is among the first hundred, and all can be read", async () => {
    await fill(true);
    const { items, hasMore } = await both.query(mine, {});
    expect([items.length, hasMore]).toEqual([100, true]);
    expect(items.filter(({ kind }) => kind === "run_question")).toHaveLength(31);
    expect(items.slice(0, 31).every(({ kind }) => kind === "run_question")).toBe(true);
    const all = await both.query(mine, { limit: 500 });
    expect([all.items.length, all.hasMore]).toEqual([250, false]);
    const groups = all.items.slice(31).map(({ group }) => group);
    const changes = groups.filter((group, index) => index > 0 && group !== groups[index - 1]);
    expect([changes.length, new Set(groups).size]).toEqual([1, 2]);
  });

  it("those that 0.1.0 has written are shown before the migration, and ranked and counted by it", async () => {
    await fill(false);
    expect((await both.query(mine, { limit: 500 })).items).toHaveLength(250);
    await deployment.mutation(internal.migrations.scheduled.start, {});
    await deployment.settled();
    const { items } = await both.query(mine, {});
    expect(items.slice(0, 31).every(({ kind }) => kind === "run_question")).toBe(true);
    const { projects: counted } = await both.query(countMine, {});
    const sum = (kind: "run_question" | "run_failed") =>
      counted.reduce((total, { kinds }) => total + (kinds[kind] ?? 0), 0);
    expect([sum("run_question"), sum("run_failed")]).toEqual([31, 219]);
    await both.mutation(dismiss, { projectId: items[40]!.projectId, id: items[40]!.id });
    const after = (await both.query(countMine, {})).projects.reduce((t, { kinds }) => t + (kinds.run_failed ?? 0), 0);
    expect(after).toBe(218);
    await deployment.mutation(internal.migrations.scheduled.start, { again: true });
    await deployment.settled();
    const again = (await both.query(countMine, {})).projects.reduce((t, { kinds }) => t + (kinds.run_failed ?? 0), 0);
    expect(again).toBe(218);
  });
});
