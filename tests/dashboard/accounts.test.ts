// To whose account a token belongs: the subject and the issuer of a token identify a person together. The subject alone
// never does, because with some providers people choose it. Users from before issuers were stored keep their accounts.
import { randomUUID } from "node:crypto";
import type { UserIdentity } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { inProcess } from "../support/inProcess";
import { address, identity, issuer, refusal, refusalOrNull, signIn, tellOfUser } from "./people";

const deployment = inProcess();
const elsewhere = "https://elsewhere.example.com";
const ownIssuer = "http://127.0.0.1:3210";

beforeAll(() => deployment.setEnvironment({ IDP_ISSUER: issuer }));
afterAll(() => deployment.setEnvironment({ IDP_ISSUER: null }));

interface Row {
  _id: string;
  email: string;
  idpUserId?: string;
  tokenIdentifier?: string;
}

async function rowOf(email: string): Promise<Row | undefined> {
  const { users } = await deployment.documents();
  return (users as Row[]).find((user) => user.email === email);
}

/** Signs in an owner of a project. If another person is taken for the owner, the project shows it. */
async function ownerOf(email: string): Promise<string> {
  return (await deployment.action(internal.admin.projects.create, { name: "Demo", ownerEmail: email })).projectId;
}

function enter(who: Partial<UserIdentity>) {
  return deployment.as(who).mutation(api.users.dashboard.signIn, {});
}

async function projectsOf(who: Partial<UserIdentity>): Promise<string[]> {
  const { page } = await deployment.as(who).query(api.project.dashboard.mine, {
    paginationOpts: { numItems: 10, cursor: null },
  });
  return page.map(({ id }: { id: string }) => id);
}

/** The identity in a token that the deployment itself has issued. */
function ownIdentity(email: string, port = ownIssuer): Partial<UserIdentity> {
  return { issuer: port, subject: email, email, emailVerified: true };
}

/** Inserts an owner's row as it was written before issuers were stored. */
async function olderUser(idpUserId: string, email: string): Promise<string> {
  const projectId = await ownerOf(email);
  await enter(identity({ email, subject: idpUserId }));
  await deployment.run(async (ctx) => {
    const user = await ctx.db
      .query("users")
      .withIndex("by_email", (q) => q.eq("email", email))
      .unique();
    await ctx.db.patch("users", user!._id, { tokenIdentifier: undefined });
  });
  return projectId;
}

describe("the same subject of another issuer", () => {
  it("is another person, before they sign in and afterwards", async () => {
    const who = identity();
    const projectId = await ownerOf(who.email!);
    const user = await enter(who);
    const before = await rowOf(who.email!);
    const other = { ...who, issuer: elsewhere, email: address() };
    expect(await refusal(projectsOf(other))).toMatchObject({ code: "AUTH_INVALID" });
    expect((await enter(other)).id).not.toBe(user.id);
    expect(await projectsOf(other)).toEqual([]);
    expect(await projectsOf(who)).toEqual([projectId]);
    expect(await rowOf(who.email!)).toEqual(before);
  });

  it("is not a user without a proved address", async () => {
    const who = identity();
    await signIn(deployment, who);
    for (const claims of [{ email: who.email! }, { email: who.email!, emailVerified: false }, {}]) {
      const other = { issuer: elsewhere, subject: who.subject!, ...claims };
      expect(await refusal(enter(other))).toMatchObject({ code: "FORBIDDEN" });
      expect(await refusal(projectsOf(other))).toMatchObject({ code: "AUTH_INVALID" });
    }
  });

  it("is the same user if the address is proved: a provider may change its issuer", async () => {
    const who = identity();
    const projectId = await ownerOf(who.email!);
    const { id } = await enter(who);
    const moved = { ...who, issuer: elsewhere };
    expect(await projectsOf(moved)).toEqual([projectId]);
    expect(await enter(moved)).toMatchObject({ id });
    expect(await rowOf(who.email!)).toMatchObject({ tokenIdentifier: `${elsewhere}|${who.subject}` });
    expect(await refusalOrNull(projectsOf({ issuer, subject: who.subject! }))).toMatchObject({ code: "AUTH_INVALID" });
  });

  it("spelt without its scheme or with a slash is the same issuer", async () => {
    const who = identity();
    const { id } = await enter(who);
    for (const spelt of [`${issuer}/`, "idp.example.com"]) {
      expect(await enter({ issuer: spelt, subject: who.subject! })).toMatchObject({ id });
    }
  });
});

describe("a person whose subject is another person's address", () => {
  const owners = [
    ["who signed in with a token of the deployment's own", (email: string) => enter(ownIdentity(email))],
    ["of before issuers were kept", async (email: string) => void (await olderUser(email, email))],
  ] as const;

  it.each(owners)("is not the user %s", async (_, makeVictim) => {
    const email = address();
    const projectId = await ownerOf(email);
    await makeVictim(email);
    const before = await rowOf(email);
    for (const claims of [{}, { email, emailVerified: false }, { email }]) {
      const thief = { issuer, subject: email, ...claims };
      expect(await refusal(projectsOf(thief))).toMatchObject({ code: "AUTH_INVALID" });
      expect(await refusal(enter(thief))).toMatchObject({ code: "FORBIDDEN" });
    }
    const thief = { issuer, subject: email, email: address(), emailVerified: true };
    expect(await refusal(projectsOf(thief))).toMatchObject({ code: "AUTH_INVALID" });
    await enter(thief);
    expect(await projectsOf(thief)).toEqual([]);
    expect(await rowOf(email)).toEqual(before);
    expect(await projectsOf(ownIdentity(email))).toContain(projectId);
  });

  it.each(owners)("does not become the user %s by a message of the provider either", async (_, makeVictim) => {
    const email = address();
    await makeVictim(email);
    const before = await rowOf(email);
    const theirs = address();
    await tellOfUser(deployment, email, theirs);
    const thief = { issuer, subject: email, email: theirs, emailVerified: true };
    await enter(thief);
    expect(await projectsOf(thief)).toEqual([]);
    const event = { kind: "deleted" as const, idpUserId: email, email: null };
    await deployment.mutation(internal.idp.endpoints.applyEvent, { messageId: randomUUID(), event });
    expect(await rowOf(email)).toEqual(before);
    expect(await rowOf(theirs)).toBeUndefined();
  });
});

describe("a user from before issuers were stored", () => {
  it("is recognised by a token of the provider at once, and gets its issuer at the next sign-in", async () => {
    const [subject, email] = [randomUUID(), address()];
    const projectId = await olderUser(subject, email);
    const who = { issuer, subject };
    expect(await projectsOf(who)).toEqual([projectId]);
    await enter(who);
    expect(await rowOf(email)).toMatchObject({ idpUserId: subject, tokenIdentifier: `${issuer}|${subject}` });
    expect(await projectsOf(who)).toEqual([projectId]);
  });

  it("is recognised by a token of any issuer that proves the address, and by no other token", async () => {
    const [subject, email] = [randomUUID(), address()];
    const projectId = await olderUser(subject, email);
    expect(await refusal(projectsOf({ issuer: elsewhere, subject }))).toMatchObject({ code: "AUTH_INVALID" });
    const other = { issuer: elsewhere, subject, email: address(), emailVerified: true };
    expect(await refusal(projectsOf(other))).toMatchObject({ code: "AUTH_INVALID" });
    expect(await projectsOf({ issuer: elsewhere, subject, email, emailVerified: true })).toEqual([projectId]);
  });

  it("with a token of the deployment itself is recognised at once, also after its port changes", async () => {
    const email = address();
    const projectId = await olderUser(email, email);
    expect(await projectsOf(ownIdentity(email))).toEqual([projectId]);
    await enter(ownIdentity(email));
    const next = "http://127.0.0.1:4000";
    expect(await projectsOf(ownIdentity(email, next))).toEqual([projectId]);
    await enter(ownIdentity(email, next));
    expect(await rowOf(email)).toMatchObject({ tokenIdentifier: `${next}|${email}` });
  });
});

it("a user to whom a message gives another account is signed in only by that account", async () => {
  const who = identity();
  const projectId = await ownerOf(who.email!);
  await enter(who);
  const subject = randomUUID();
  await tellOfUser(deployment, subject, who.email!);
  const row = await rowOf(who.email!);
  expect(row).toMatchObject({ idpUserId: subject });
  expect(row).not.toHaveProperty("tokenIdentifier");
  expect(await refusal(projectsOf(who))).toMatchObject({ code: "AUTH_INVALID" });
  expect(await refusal(enter(who))).toMatchObject({ code: "CONFLICT" });
  expect(await projectsOf({ issuer, subject })).toEqual([projectId]);
});
