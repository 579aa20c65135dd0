import { randomUUID } from "node:crypto";
import type { UserIdentity } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Role } from "../../convex/callers/membership";
import { inProcess } from "../support/inProcess";
import { address, identity, issuer, refusal, signIn, staffedProject, tellOfUser } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const page = { numItems: 100, cursor: null };

beforeAll(() => deployment.setEnvironment({ IDP_ISSUER: issuer }));
afterAll(() => deployment.setEnvironment({ IDP_ISSUER: null }));

function enter(who: Partial<UserIdentity>) {
  return deployment.as(who).mutation(api.users.dashboard.signIn, {});
}

/** Returns the rows of the user with this address. */
async function rowsOf(email: string) {
  const { users } = await deployment.documents();
  return (users as { email: string }[]).filter((user) => user.email === email);
}

async function projectsOf(person: Pick<Person, "query">): Promise<[string, Role][]> {
  const { page: projects } = await person.query(api.project.dashboard.mine, { paginationOpts: page });
  return projects.map(({ id, role }) => [id, role]);
}

function invite(by: Person, projectId: string, email: string, role: "owner" | "admin" | "member" = "member") {
  return by.mutation(api.members.dashboard.invite, { projectId, email, role });
}

describe("the first sign-in", () => {
  it("makes the person a user, with the address in lower case", async () => {
    const email = address();
    const who = identity({ email: ` ${email.toUpperCase()} `, name: "Ada Lovelace" });
    const user = await enter(who);
    expect(user).toEqual({ id: expect.stringMatching(/^user_/), _id: user.id, email, name: "Ada Lovelace" });
    expect(await rowsOf(email)).toMatchObject([{ idpUserId: who.subject, email, name: "Ada Lovelace" }]);
  });

  it("makes one user from any number of sign-ins at once, and one membership from an invitation", async () => {
    const { projectId, people } = await staffedProject(deployment);
    const email = address();
    await invite(people.owner, projectId, email);
    const who = identity({ email });
    const users = await Promise.all(Array.from({ length: 8 }, () => enter(who)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(email)).toHaveLength(1);
    expect(await projectsOf(deployment.as(who))).toEqual([[projectId, "member"]]);
    expect(await people.owner.query(api.project.dashboard.counters, { projectId })).toMatchObject({ totalMembers: 4 });
    const { id } = users[0]!;
    const paginationOpts = { numItems: 10, cursor: null };
    const filter = { by: "actor", id } as const;
    const { page } = await people.owner.query(api.audit.dashboard.list, { projectId, filter, paginationOpts });
    expect(page).toMatchObject([
      { action: "members.join", subject: { type: "member", id }, changes: { role: { from: null, to: "member" } } },
    ]);
  });

  it("finds the user with the verified address, in any case of letters", async () => {
    const email = address();
    const { projectId, userId } = await deployment.action(internal.admin.projects.create, {
      name: "Demo",
      ownerEmail: email,
    });
    const person = await signIn(deployment, { email: email.toUpperCase() });
    expect(person.userId).toBe(userId);
    expect(await projectsOf(person)).toEqual([[projectId, "owner"]]);
  });

  it.each<[string, Partial<UserIdentity>]>([
    ["is not verified", { emailVerified: false }],
    ["is not said to be verified", {}],
    ["is said to be verified in a text", { emailVerified: "true" as unknown as boolean }],
  ])("FORBIDDEN with an address that %s, known or unknown", async (_, claims) => {
    const { emailVerified: _verified, ...who } = identity();
    const taken = address();
    await deployment.action(internal.admin.projects.create, { name: "Demo", ownerEmail: taken });
    const before = await deployment.documents();
    for (const email of [taken, address()]) {
      expect(await refusal(enter({ ...who, email, ...claims }))).toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await deployment.documents()).toEqual(before);
  });

  it.each([undefined, "", " "])("FORBIDDEN with the address %j", async (email) => {
    const { email: _, ...who } = identity();
    const refused = await refusal(enter(email === undefined ? who : { ...who, email }));
    expect(refused).toMatchObject({ code: "FORBIDDEN" });
  });

  it("CONFLICT with the address of a user who signs in with another account, and that user stays unchanged", async () => {
    const email = address();
    const first = await signIn(deployment, { email });
    const before = await deployment.documents();
    expect(await refusal(enter(identity({ email })))).toMatchObject({ code: "CONFLICT" });
    expect(await deployment.documents()).toEqual(before);
    expect(await projectsOf(first)).toEqual([]);
  });

  it("finds the user who signed in with the deployment's own tokens before there was a provider", async () => {
    const email = address();
    const { userId } = await signIn(deployment, { email, subject: email });
    const provided = identity({ email });
    expect(await enter(provided)).toMatchObject({ id: userId });
    expect(await enter(provided)).toMatchObject({ id: userId });
    expect(await refusal(enter(identity({ email, subject: email })))).toMatchObject({ code: "CONFLICT" });
  });
});

describe("a later sign-in", () => {
  it("changes nothing when nothing has changed", async () => {
    const who = identity({ name: "Ada" });
    const user = await enter(who);
    const before = await deployment.documents();
    expect(await enter(who)).toEqual(user);
    expect(await deployment.documents()).toEqual(before);
  });

  it("updates the name and the verified address, and keeps what the token lacks", async () => {
    const who = identity({ givenName: "Ada", familyName: "Lovelace" });
    const user = await enter(who);
    expect(user.name).toBe("Ada Lovelace");
    const email = address();
    expect(await enter({ ...who, email, name: "Countess" })).toEqual({ ...user, email, name: "Countess" });
    expect(await enter({ issuer, subject: who.subject! })).toMatchObject({ email, name: "Countess" });
  });

  it("keeps the address when the new one is not verified or belongs to another user", async () => {
    const who = identity();
    const taken = address();
    await signIn(deployment, { email: taken });
    expect(await enter({ ...who })).toMatchObject({ email: who.email });
    expect(await enter({ ...who, email: address(), emailVerified: false })).toMatchObject({ email: who.email });
    expect(await enter({ ...who, email: taken })).toMatchObject({ email: who.email });
  });
});

describe("the user whom the provider's webhook reports", () => {
  it("is the person who signs in with that id as subject, even without an address in the token", async () => {
    const [subject, email] = [randomUUID(), address()];
    await tellOfUser(deployment, subject, email);
    const [row] = await rowsOf(email);
    const user = await enter({ issuer, subject });
    expect(user.email).toBe(email);
    expect(await rowsOf(email)).toEqual([{ ...row, tokenIdentifier: `${issuer}|${subject}` }]);
  });

  it("is the person who has signed in before", async () => {
    const who = identity();
    const user = await enter(who);
    const moved = address();
    await tellOfUser(deployment, who.subject!, moved);
    expect(await enter({ issuer, subject: who.subject! })).toEqual({ ...user, email: moved });
  });

  it("is no longer a user once deleted at the provider: AUTH_INVALID, also for signing in while the token still holds", async () => {
    const { projectId, people } = await staffedProject(deployment);
    const who = identity();
    await invite(people.owner, projectId, who.email!);
    await enter(who);
    const event = { kind: "deleted" as const, idpUserId: who.subject!, email: null };
    await deployment.mutation(internal.idp.endpoints.applyEvent, { messageId: randomUUID(), event });
    expect(await refusal(projectsOf(deployment.as(who)))).toMatchObject({ code: "AUTH_INVALID" });
    expect(await refusal(enter(who))).toMatchObject({ code: "AUTH_INVALID" });
    expect(await rowsOf(who.email!)).toEqual([]);
  });
});

describe("invitations", () => {
  it("become memberships in their roles and disappear; those of other people stay", async () => {
    const one = await staffedProject(deployment);
    const two = await staffedProject(deployment);
    const [email, other] = [address(), address()];
    await invite(one.people.owner, one.projectId, email.toUpperCase(), "admin");
    await invite(two.people.owner, two.projectId, email);
    await invite(two.people.owner, two.projectId, other);
    const person = await signIn(deployment, { email });
    const roleIn = new Map(await projectsOf(person));
    expect(roleIn).toEqual(
      new Map([
        [one.projectId, "admin"],
        [two.projectId, "member"],
      ]),
    );
    const asked = { projectId: two.projectId, paginationOpts: page };
    const { page: invited } = await person.query(api.members.dashboard.invitations, asked);
    expect(invited.map((invitation) => invitation.email)).toEqual([other]);
    const { page: members } = await person.query(api.members.dashboard.list, asked);
    expect(members[0]).toMatchObject({ userId: person.userId, email, role: "member", status: "active" });
    const counters = await person.query(api.project.dashboard.counters, { projectId: two.projectId });
    expect(counters.totalMembers).toBe(4);
  });

  it("wait for a person who proves the address, though the provider has reported a user with it", async () => {
    const { projectId, people } = await staffedProject(deployment);
    const [subject, email] = [randomUUID(), address()];
    await invite(people.owner, projectId, email);
    await tellOfUser(deployment, subject, email);
    await enter({ issuer, subject, email, emailVerified: false });
    expect(await projectsOf(deployment.as({ issuer, subject }))).toEqual([]);
    await enter({ issuer, subject, email, emailVerified: true });
    expect(await projectsOf(deployment.as({ issuer, subject }))).toEqual([[projectId, "member"]]);
  });

  it("leave the role of an existing member unchanged", async () => {
    const { projectId, people } = await staffedProject(deployment);
    const who = identity();
    await invite(people.owner, projectId, who.email!);
    await enter(who);
    const second = address();
    await invite(people.owner, projectId, second, "admin");
    await enter({ ...who, email: second });
    expect(await projectsOf(deployment.as(who))).toEqual([[projectId, "member"]]);
    const asked = { projectId, paginationOpts: page };
    expect((await people.owner.query(api.members.dashboard.invitations, asked)).page).toEqual([]);
  });

  it("to a project that is being deleted have no effect", async () => {
    const { projectId, people } = await staffedProject(deployment);
    const email = address();
    await invite(people.owner, projectId, email);
    await people.owner.mutation(api.project.dashboard.remove, { projectId });
    const person = await signIn(deployment, { email });
    expect(await projectsOf(person)).toEqual([]);
    await deployment.settled();
    expect(await projectsOf(person)).toEqual([]);
  });

  it("become memberships, however many there are", async () => {
    const email = address();
    const expiresAtMs = Date.now() + 60_000;
    await deployment.run(async (ctx) => {
      const invitedBy = await ctx.db.insert("users", { email: address() });
      for (let count = 0; count < 60; count++) {
        const slug = `many-${count}`;
        const projectId = await ctx.db.insert("projects", { name: slug, slug, gitRepoUrl: null });
        await ctx.db.insert("projectMembers", { projectId, userId: invitedBy, role: "owner" });
        await ctx.db.insert("projectInvitations", { projectId, email, role: "member", invitedBy, expiresAtMs });
      }
    });
    const person = await signIn(deployment, { email });
    await deployment.settled();
    expect(await projectsOf(person)).toHaveLength(60);
  });
});
