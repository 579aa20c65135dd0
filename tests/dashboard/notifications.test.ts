import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { callbackOf, startRun } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { list, countUnread } = api.notifications.dashboard;
const { markRead, markAll, dismiss } = api.notifications.dashboard;
let projectId: string;
let owner: Person;
let member: Person;

beforeEach(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  ({ owner, member } = project.people);
  // Deletes the notifications about the people who joined after the owner.
  await owner.mutation(markAll, { projectId });
  for (const { id } of await listed(owner)) await owner.mutation(dismiss, { projectId, notificationId: id });
});

const listed = (person: Person, filter?: "unread" | "all") =>
  allOf((paginationOpts) =>
    person.query(list, { projectId, paginationOpts, ...(filter === undefined ? {} : { filter }) }),
  );
const titlesOf = async (person: Person, filter?: "unread" | "all") =>
  (await listed(person, filter)).map(({ title }) => title);
const unread = async (person: Person) => (await person.query(countUnread, { projectId })).count;

async function tell(...titles: string[]): Promise<void> {
  const job = await callbackOf(deployment);
  for (const title of titles) await job.call("notification.create", { projectId, type: "run_failed", title });
}

it("all members see their own, newest first, in pages, as REST shows them to the user of a key", async () => {
  await tell("One", "Two", "Three");
  for (const person of [owner, member]) {
    expect(await titlesOf(person)).toEqual(["Three", "Two", "One"]);
    expect(await unread(person)).toBe(3);
  }
  // The key belongs to the first owner, so REST shows the owner's notifications.
  const rest = await restOf(deployment, projectId);
  expect(await listed(owner)).toEqual(await restList(rest, "/notifications"));
  expect(await listed(owner, "unread")).toEqual(await restList(rest, "/notifications?filter=unread"));
});

it("one is marked as read only for the person who does it, and once", async () => {
  await tell("One", "Two");
  const [, one] = await listed(member);
  const read = await member.mutation(markRead, { projectId, notificationId: one!.id });
  expect(read).toMatchObject({ title: "One", isRead: true, readAt: expect.any(String) });
  expect(await member.mutation(markRead, { projectId, notificationId: one!.id })).toEqual(read);
  expect([await unread(member), await unread(owner)]).toEqual([1, 2]);
  expect([await titlesOf(member, "unread"), await titlesOf(member, "all")]).toEqual([["Two"], ["Two", "One"]]);
});

it("all are marked as read at once, and those that come later are not", async () => {
  await tell("One", "Two");
  expect(await member.mutation(markAll, { projectId })).toEqual({ marked: 2, unreadCount: 0 });
  expect([await unread(member), await titlesOf(member, "unread")]).toEqual([0, []]);
  expect((await listed(member)).map(({ isRead }) => isRead)).toEqual([true, true]);
  await tell("Three");
  expect([await unread(member), await titlesOf(member, "unread")]).toEqual([1, ["Three"]]);
  expect([await unread(owner), await titlesOf(owner, "unread")]).toEqual([3, ["Three", "Two", "One"]]);
});

it("a dismissed one disappears, and no longer counts as unread", async () => {
  await tell("One", "Two");
  const [two] = await listed(member);
  const gone = await member.mutation(dismiss, { projectId, notificationId: two!.id });
  expect(gone).toEqual({ id: two!.id, _id: two!.id, deleted: true });
  expect([await unread(member), await titlesOf(member), await titlesOf(owner)]).toEqual([1, ["One"], ["Two", "One"]]);
  const again = await refusal(member.mutation(dismiss, { projectId, notificationId: two!.id }));
  expect(again).toMatchObject({ code: "NOT_FOUND" });
});

it("FORBIDDEN for another member's, for every role, and nothing changes", async () => {
  await tell("One");
  const [theirs] = await listed(member);
  for (const write of [markRead, dismiss]) {
    const refused = await refusal(owner.mutation(write, { projectId, notificationId: theirs!.id }));
    expect(refused).toMatchObject({ code: "FORBIDDEN" });
  }
  expect(await listed(member)).toEqual([theirs]);
});

describe("runs that have ended since a person looked at them", () => {
  const { mineUnseen, unseenRunIds, isUnseen, markSeen } = api.notifications.dashboard;
  const unseenOf = async (person: Person) => (await person.query(unseenRunIds, { projectId })).toSorted();
  const namesOf = async (person: Person, limit?: number) => {
    const { runs, hasMore } = await person.query(mineUnseen, limit === undefined ? {} : { limit });
    return [runs.filter((run) => run.projectId === projectId).map(({ name }) => name), hasMore];
  };
  const end = async (name: string, status: string): Promise<string> => {
    const { id: runId } = await startRun(await restOf(deployment, projectId), { name });
    await (await callbackOf(deployment)).call("run.updateStatus", { runId, status });
    return runId;
  };

  it("are found behind news of failures that are about no run", async () => {
    await end("Done", "completed");
    const job = await callbackOf(deployment);
    const news = { projectId, type: "run_failed", title: "A task could not run.", body: "Its workflow is disabled." };
    for (let count = 0; count < 5; count++) await job.call("notification.create", news);
    expect((await namesOf(member, 2))[0]).toEqual(["Done"]);
  });

  it("are those that completed and failed, the last first, until this person opens them", async () => {
    const [done, failed] = [await end("Done", "completed"), await end("Broken", "failed")];
    await end("Called off", "cancelled");
    expect(await unseenOf(member)).toEqual([done, failed].toSorted());
    expect(await namesOf(member)).toEqual([["Broken", "Done"], false]);
    expect(await namesOf(member, 1)).toEqual([["Broken"], true]);
    expect(await member.query(isUnseen, { projectId, runId: done })).toBe(true);
    expect(await member.mutation(markSeen, { projectId, runId: done })).toEqual({ marked: 1 });
    expect(await member.mutation(markSeen, { projectId, runId: done })).toEqual({ marked: 0 });
    expect(await member.query(isUnseen, { projectId, runId: done })).toBe(false);
    expect(await namesOf(member)).toEqual([["Broken"], false]);
    expect(await unseenOf(owner)).toEqual([done, failed].toSorted());
    expect([await unread(member), await unread(owner)]).toEqual([1, 2]);
  });

  it("are unseen again after the end of another attempt, and in no list while it lasts or in the trash", async () => {
    const runId = await end("Again", "failed");
    await member.mutation(markSeen, { projectId, runId });
    const rest = await restOf(deployment, projectId);
    await rest.post("/runs/restart", { runId });
    expect(await namesOf(owner)).toEqual([[], false]);
    await (await callbackOf(deployment)).call("run.updateStatus", { runId, status: "completed" });
    expect([await namesOf(member), await namesOf(owner)]).toEqual([
      [["Again"], false],
      [["Again"], false],
    ]);
    expect(await owner.mutation(markSeen, { projectId, runId })).toEqual({ marked: 2 });
    await rest.post("/runs/delete", { runId });
    expect(await namesOf(member)).toEqual([[], false]);
  });

  it("are all seen when all notifications are marked as read, and no count is wrong after that", async () => {
    const runId = await end("Done", "completed");
    await member.mutation(markAll, { projectId });
    expect([await unseenOf(member), await namesOf(member)]).toEqual([[], [[], false]]);
    expect(await member.query(isUnseen, { projectId, runId })).toBe(false);
    expect(await member.mutation(markSeen, { projectId, runId })).toEqual({ marked: 0 });
    expect(await unread(member)).toBe(0);
  });
});
