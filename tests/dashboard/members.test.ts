import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Role } from "../../convex/members/model";
import { inProcess } from "../support/inProcess";
import { address, refusal, signIn, staffedProject, tellOfUser } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { list, invitations } = api.members.dashboard;
const { invite, updateRole, remove } = api.members.dashboardWrites;

let projectId: string;
let people: Record<Role, Person>;
beforeEach(async () => {
  ({ projectId, people } = await staffedProject(deployment));
});

async function membersOf(by: Person): Promise<[string | null, Role][]> {
  const { page } = await by.query(list, { projectId, paginationOpts: { numItems: 100, cursor: null } });
  return page.map(({ userId, role }) => [userId, role]);
}

async function invited(by: Person): Promise<[string | null, Role][]> {
  const { page } = await by.query(invitations, { projectId, paginationOpts: { numItems: 100, cursor: null } });
  return page.map(({ email, role }) => [email, role]);
}

it("shows every member the others, newest first", async () => {
  const all = [
    [people.member.userId, "member"],
    [people.admin.userId, "admin"],
    [people.owner.userId, "owner"],
  ];
  for (const person of Object.values(people)) expect(await membersOf(person)).toEqual(all);
});

it("shows them in pages", async () => {
  const seen: (string | null)[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 3; page++) {
    const asked = { projectId, paginationOpts: { numItems: 1, cursor } };
    const answer: { page: { userId: string | null }[]; continueCursor: string } = await people.member.query(
      list,
      asked,
    );
    expect(answer.page).toHaveLength(1);
    seen.push(answer.page[0]!.userId);
    cursor = answer.continueCursor;
  }
  expect(seen).toEqual([people.member.userId, people.admin.userId, people.owner.userId]);
});

it("shows at most 100 at once, however many are asked for", async () => {
  await deployment.run(async (ctx) => {
    const id = ctx.db.normalizeId("projects", projectId.slice("proj_".length))!;
    for (let count = 0; count < 120; count++) {
      await ctx.db.insert("projectInvitations", { projectId: id, email: address(), role: "member" });
    }
  });
  const asked = { projectId, paginationOpts: { numItems: 5000, cursor: null } };
  expect((await people.member.query(invitations, asked)).page).toHaveLength(100);
});

it("an admin invites somebody unknown, who is a member once signed in", async () => {
  const email = address();
  const shown = await people.admin.mutation(invite, { projectId, email: ` ${email.toUpperCase()}`, role: "member" });
  expect(shown).toMatchObject({ email, userId: null, role: "member", status: "invited", joinedAt: null });
  expect(await invited(people.member)).toEqual([[email, "member"]]);
  const { userId } = await signIn(deployment, { email });
  expect(await invited(people.member)).toEqual([]);
  expect((await membersOf(people.member))[0]).toEqual([userId, "member"]);
});

it("an admin invites a user, who is a member at once", async () => {
  const email = address();
  const { userId } = await signIn(deployment, { email });
  const shown = await people.admin.mutation(invite, { projectId, email, role: "admin" });
  expect(shown).toMatchObject({ email, userId, role: "admin", status: "active" });
});

it("CONFLICT for an address that is invited, also once the provider tells of a user with it", async () => {
  const email = address();
  await people.admin.mutation(invite, { projectId, email, role: "member" });
  const again = () => refusal(people.admin.mutation(invite, { projectId, email, role: "admin" }));
  expect(await again()).toMatchObject({ code: "CONFLICT" });
  await tellOfUser(deployment, "idp_1", email);
  expect(await again()).toMatchObject({ code: "CONFLICT" });
  expect(await invited(people.admin)).toEqual([[email, "member"]]);
});

it.each(["", "nobody", "a b@example.com", `${"x".repeat(250)}@example.com`])(
  "VALIDATION naming the field for the address %j",
  async (email) => {
    const refused = await refusal(people.admin.mutation(invite, { projectId, email, role: "member" }));
    expect(refused).toMatchObject({ code: "VALIDATION", field: "email" });
  },
);

it("an admin changes roles below owner, and removes members", async () => {
  const { userId: targetUserId } = people.member;
  const shown = await people.admin.mutation(updateRole, { projectId, targetUserId, role: "admin" });
  expect(shown).toMatchObject({ userId: targetUserId, role: "admin" });
  await people.admin.mutation(remove, { projectId, targetUserId });
  expect(await membersOf(people.admin)).toEqual([
    [people.admin.userId, "admin"],
    [people.owner.userId, "owner"],
  ]);
});

it("whoever is removed is a stranger from the next call on", async () => {
  await people.admin.mutation(remove, { projectId, targetUserId: people.member.userId });
  expect(await refusal(membersOf(people.member))).toMatchObject({ code: "NOT_FOUND" });
});

it("FORBIDDEN to an admin: inviting an owner, making one, demoting or removing one", async () => {
  const before = await membersOf(people.owner);
  const owner = people.owner.userId;
  const calls = [
    people.admin.mutation(invite, { projectId, email: address(), role: "owner" }),
    people.admin.mutation(updateRole, { projectId, targetUserId: people.admin.userId, role: "owner" }),
    people.admin.mutation(updateRole, { projectId, targetUserId: owner, role: "member" }),
    people.admin.mutation(remove, { projectId, targetUserId: owner }),
  ];
  for (const call of calls) expect(await refusal(call)).toMatchObject({ code: "FORBIDDEN" });
  expect(await membersOf(people.owner)).toEqual(before);
  expect(await invited(people.owner)).toEqual([]);
});

it("an owner makes another, and may go then; CONFLICT for the last one", async () => {
  const [owner, admin] = [people.owner.userId, people.admin.userId];
  for (const call of [
    people.owner.mutation(remove, { projectId, targetUserId: owner }),
    people.owner.mutation(updateRole, { projectId, targetUserId: owner, role: "admin" }),
  ]) {
    expect(await refusal(call)).toMatchObject({ code: "CONFLICT" });
  }
  await people.owner.mutation(updateRole, { projectId, targetUserId: admin, role: "owner" });
  await people.owner.mutation(remove, { projectId, targetUserId: owner });
  expect(await membersOf(people.admin)).toContainEqual([admin, "owner"]);
});

it("NOT_FOUND for who is a member of another project only, and for what is no user", async () => {
  const other = await staffedProject(deployment);
  for (const targetUserId of [other.people.member.userId, "user_x", projectId]) {
    const refused = { code: "NOT_FOUND", message: `There is no user with the id ${targetUserId}.` };
    expect(await refusal(people.owner.mutation(remove, { projectId, targetUserId }))).toEqual(refused);
    const change = people.owner.mutation(updateRole, { projectId, targetUserId, role: "member" });
    expect(await refusal(change)).toEqual(refused);
  }
});
