import { beforeEach, expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
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

async function fail({ rest }: Project, name: string): Promise<string> {
  const { id: runId } = await startRun(rest, { name });
  await job.call("run.updateStatus", { runId, status: "failed" });
  return runId;
}

const titlesOf = async (person: Person, limit?: number) => {
  const { items, hasMore } = await person.query(mine, limit === undefined ? {} : { limit });
  return [items.map(({ title }) => title), hasMore];
};

it("a person sees what waits in all their projects, the oldest first, with a count", async () => {
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

it.each([0, 101, 1.5])("VALIDATION for the limit %d", async (limit) => {
  expect(await refusal(both.query(mine, { limit }))).toMatchObject({ code: "VALIDATION", field: "limit" });
});
