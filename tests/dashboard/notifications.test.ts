import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { callbackOf } from "../support/fixtures";
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
