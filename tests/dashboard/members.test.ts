import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Role } from "../../convex/callers/membership";
import { inProcess } from "../support/inProcess";
import { address, refusal, refusalOrNull, signIn, staffedProject, tellOfUser } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { list, invitations } = api.members.dashboard;
const { invite, updateRole, remove } = api.members.dashboard;

let projectId: string;
let people: Record<Role, Person>;
beforeEach(async () => {
  ({ projectId, people } = await staffedProject(deployment));
});

/** Inserts invitations by the owner, as many as nobody would make one by one. */
async function inviteMany(count: number): Promise<void> {
  const expiresAtMs = Date.now() + 14 * 24 * 3_600_000;
  await deployment.run(async (ctx) => {
    const id = ctx.db.normalizeId("projects", projectId.slice("proj_".length))!;
    const invitedBy = ctx.db.normalizeId("users", people.owner.userId.slice("user_".length))!;
    for (let made = 0; made < count; made++) {
      const invitation = { projectId: id, email: address(), role: "member", invitedBy, expiresAtMs } as const;
      await ctx.db.insert("projectInvitations", invitation);
    }
  });
}

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

it("shows at most 100 at once, however many are requested", async () => {
  await inviteMany(120);
  const asked = { projectId, paginationOpts: { numItems: 5000, cursor: null } };
  expect((await people.member.query(invitations, asked)).page).toHaveLength(100);
});

it("an admin invites an unknown person, who is a member once signed in", async () => {
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

it("CONFLICT for an address that is invited, also after the provider reports a user with it", async () => {
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

it("a removed member has no access from the next call on", async () => {
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

it("an owner makes another owner and may then leave; CONFLICT for the last owner", async () => {
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

it("NOT_FOUND for a member of another project only, and for an id that is not a user's", async () => {
  const other = await staffedProject(deployment);
  for (const targetUserId of [other.people.member.userId, "user_x", projectId]) {
    const refused = { code: "NOT_FOUND", message: `There is no user with the id ${targetUserId}.` };
    expect(await refusal(people.owner.mutation(remove, { projectId, targetUserId }))).toEqual(refused);
    const change = people.owner.mutation(updateRole, { projectId, targetUserId, role: "member" });
    expect(await refusal(change)).toEqual(refused);
  }
});

describe("an invitation", () => {
  const day = 24 * 3_600_000;
  /** Each test starts at a later time than the previous one, because the database's own times never go back. */
  let startMs = Date.UTC(2027, 0, 1);
  beforeEach(() => {
    startMs += 100 * day;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function inviteOne(by: Person, role: Role, email = address()) {
    const { id } = await by.mutation(invite, { projectId, email, role });
    return { id, email };
  }

  /** Returns the role that a person with this address gets by signing in. */
  async function roleOnceSignedIn(email: string): Promise<Role | null> {
    const { userId } = await signIn(deployment, { email });
    const { page } = await people.owner.query(list, { projectId, paginationOpts: { numItems: 100, cursor: null } });
    return page.find((member) => member.userId === userId)?.role ?? null;
  }

  it("is withdrawn and changed by an admin, unless it is for an owner", async () => {
    const [one, two, forOwner] = [
      await inviteOne(people.admin, "member"),
      await inviteOne(people.admin, "member"),
      await inviteOne(people.owner, "owner"),
    ];
    await people.admin.mutation(remove, { projectId, targetUserId: one.id });
    await people.admin.mutation(updateRole, { projectId, targetUserId: two.id, role: "admin" });
    for (const call of [
      people.admin.mutation(remove, { projectId, targetUserId: forOwner.id }),
      people.admin.mutation(updateRole, { projectId, targetUserId: forOwner.id, role: "member" }),
      people.admin.mutation(updateRole, { projectId, targetUserId: two.id, role: "owner" }),
    ]) {
      expect(await refusal(call)).toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await invited(people.owner)).toEqual([
      [forOwner.email, "owner"],
      [two.email, "admin"],
    ]);
    expect(await roleOnceSignedIn(one.email)).toBe(null);
    expect(await roleOnceSignedIn(two.email)).toBe("admin");
  });

  it("can be accepted for fourteen days; after that it has no effect, until it is deleted", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: startMs });
    const [late, inTime, again] = [
      await inviteOne(people.admin, "member"),
      await inviteOne(people.admin, "member"),
      await inviteOne(people.admin, "member"),
    ];
    vi.setSystemTime(startMs + 14 * day - 1000);
    expect(await roleOnceSignedIn(inTime.email)).toBe("member");
    vi.setSystemTime(startMs + 14 * day + 1000);
    for (const call of [
      people.admin.mutation(remove, { projectId, targetUserId: late.id }),
      people.admin.mutation(updateRole, { projectId, targetUserId: late.id, role: "admin" }),
    ]) {
      expect(await refusal(call)).toMatchObject({ code: "NOT_FOUND" });
    }
    const second = await inviteOne(people.admin, "admin", again.email);
    expect(await roleOnceSignedIn(late.email)).toBe(null);
    await deployment.mutation(internal.members.scheduled.sweepInvitations, {});
    expect(await invited(people.owner)).toEqual([[second.email, "admin"]]);
    expect(await roleOnceSignedIn(again.email)).toBe("admin");
  });

  it("is deleted in batches, however many have expired", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: startMs });
    await inviteMany(450);
    vi.setSystemTime(startMs + 15 * day);
    const { email } = await inviteOne(people.owner, "member");
    await deployment.mutation(internal.members.scheduled.sweepInvitations, {});
    await deployment.settled();
    expect(await invited(people.owner)).toEqual([[email, "member"]]);
  });

  it("ends with the membership of its author, and with their right to invite", async () => {
    await people.owner.mutation(updateRole, { projectId, targetUserId: people.member.userId, role: "owner" });
    const second = people.member;
    const ofOwner = [
      await inviteOne(second, "owner"),
      await inviteOne(second, "admin"),
      await inviteOne(second, "member"),
    ];
    await people.owner.mutation(updateRole, { projectId, targetUserId: second.userId, role: "admin" });
    const [forOwner, ...lesser] = ofOwner;
    expect(await invited(people.owner)).toEqual(
      lesser.toReversed().map(({ email }, at) => [email, at ? "admin" : "member"]),
    );
    expect(await roleOnceSignedIn(forOwner!.email)).toBe(null);
    expect(await roleOnceSignedIn(lesser[0]!.email)).toBe("admin");
    await people.owner.mutation(remove, { projectId, targetUserId: second.userId });
    expect(await invited(people.owner)).toEqual([]);
    expect(await roleOnceSignedIn(lesser[1]!.email)).toBe(null);
  });

  it("belongs to the person who gave it its role", async () => {
    const { id, email } = await inviteOne(people.admin, "member");
    await people.owner.mutation(updateRole, { projectId, targetUserId: id, role: "owner" });
    await people.owner.mutation(remove, { projectId, targetUserId: people.admin.userId });
    expect(await refusalOrNull(invited(people.admin))).toMatchObject({ code: "NOT_FOUND" });
    expect(await roleOnceSignedIn(email)).toBe("owner");
  });
});
