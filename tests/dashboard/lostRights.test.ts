// A person loses a right, in every possible way, and then tries everything: each REST route with their keys, each
// public function, a repeat whose answer was saved, and the invitations that they made. Two small tables below say what
// must be refused. Routes and functions are enumerated, so that none is forgotten. Open streams, waiting requests and
// live queries are in tests/engine/lostRights.test.ts.
import { makeFunctionReference } from "convex/server";
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { documentId } from "../../convex/lib/publicIds";
import { findMember } from "../../convex/callers/membership";
import type { Role } from "../../convex/callers/membership";
import { allRoutes } from "../support/allRoutes";
import { bearer, client, dataOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { publicFunctions } from "../support/publicFunctions";
import type { PublicFunction } from "../support/publicFunctions";
import { forAnybody, forUsers, leastRoleOf } from "./leastRoles";
import { address, refusalOrNull, signIn, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const functions = (await publicFunctions()).filter(({ name }) => ![...forAnybody, ...forUsers].includes(name));
const hourMs = 3_600_000;

/** A project with two owners. One of them, Eve, has made everything that an owner can make. */
interface World {
  projectId: string;
  /** The owner who keeps all rights. */
  owner: Person;
  /** The owner who loses a right. */
  eve: Person;
  subject: string;
  /** Eve's address. */
  email: string;
  /** `key` may do everything; it made `child`, which made `grandchild`. Eve also made `other`. */
  keys: Record<"key" | "child" | "grandchild" | "other", { id: string; key: string }>;
  /** The addresses that Eve invited, by herself or with a key. */
  invited: { email: string; role: Role; by: "eve" | "key" | "child" }[];
  /** Requests of Eve whose answers are saved for repeats, with the scopes of their routes. */
  kept: { path: string; body: object; repeat: string; scope: string }[];
}

async function makeWorld(): Promise<World> {
  const { projectId, people } = await staffedProject(deployment);
  const { owner } = people;
  const [subject, email] = [randomUUID(), address()];
  await owner.mutation(api.members.dashboard.invite, { projectId, email, role: "owner" });
  const eve = await signIn(deployment, { subject, email });
  const expiresAt = new Date(Date.now() + hourMs).toISOString();
  const { generate } = api.apiKeys.dashboard;
  const key = await eve.action(generate, { projectId, name: "All", scopes: ["*"], expiresAt });
  const other = await eve.action(generate, {
    projectId,
    name: "Other",
    scopes: ["admin", "project:write", "runs:write"],
  });
  const madeWith = (maker: string) =>
    dataOf(client(deployment, maker).post("/project/api-keys/generate", { name: "Made" }));
  const child = await madeWith(key.key);
  const grandchild = await madeWith(child.key);
  const world: World = {
    projectId,
    owner,
    eve,
    email,
    subject,
    keys: { key, child, grandchild, other },
    invited: [],
    kept: [],
  };
  for (const role of ["owner", "admin", "member"] as const) {
    const [byEve, byKey, byChild] = [address(), address(), address()];
    await eve.mutation(api.members.dashboard.invite, { projectId, email: byEve, role });
    await dataOf(client(deployment, key.key).post("/project/members/invite", { email: byKey, role }));
    await dataOf(client(deployment, child.key).post("/project/members/invite", { email: byChild, role }));
    world.invited.push({ email: byEve, role, by: "eve" }, { email: byKey, role, by: "key" });
    world.invited.push({ email: byChild, role, by: "child" });
  }
  for (const [path, body, scope] of [
    ["/issues/create", { title: "Crash", description: "It does." }, "issues:write"],
    ["/project/update", { name: "Shop" }, "project:write"],
    ["/project/settings/update", { agentMd: "Be brief." }, "admin"],
  ] as const) {
    const repeat = randomUUID();
    await dataOf(client(deployment, key.key).post(path, body, { "Idempotency-Key": repeat }));
    world.kept.push({ path, body, repeat, scope });
  }
  return world;
}

type KeyName = keyof World["keys"];
type Standing = { kind: "ended" } | { kind: "good"; without: string[] };

interface Loss {
  how: string;
  lose: (world: World) => Promise<unknown>;
  keys: Record<KeyName, Standing>;
  /** The error code of public functions that need this role, or null if Eve may still call them. */
  people: (least: Role) => string | null;
  /** Whether an invitation is still valid. */
  invitations: (invitation: World["invited"][number]) => boolean;
}

const ended: Standing = { kind: "ended" };
const good = (...without: string[]): Standing => ({ kind: "good", without });
const each = (standing: Standing) => ({ key: standing, child: standing, grandchild: standing, other: standing });
const allBut = (standing: Standing) => ({ ...each(ended), other: standing });

/** Deletes only the row of the membership. */
async function dropMembership({ eve, projectId }: World) {
  return await deployment.run(async (ctx) => {
    const [user, project] = [documentId(ctx, "users", eve.userId), documentId(ctx, "projects", projectId)];
    const row = await findMember(ctx, project, user);
    if (row === null) throw new Error("She is not a member.");
    const { _id, _creationTime, ...membership } = row;
    await ctx.db.delete("projectMembers", _id);
    return membership;
  });
}

const { remove, updateRole } = api.members.dashboard;
const rest = (path: string, body: (world: World) => object) => async (world: World) => {
  const { apiKey } = await deployment.action(internal.admin.projects.createKey, {
    projectId: world.projectId,
    name: "X",
  });
  await dataOf(client(deployment, apiKey).post(path, body(world)));
};

const losses: Loss[] = [
  {
    how: "removed",
    lose: ({ owner, projectId, eve }) => owner.mutation(remove, { projectId, targetUserId: eve.userId }),
    keys: each(ended),
    people: () => "NOT_FOUND",
    invitations: () => false,
  },
  {
    how: "removed over REST",
    lose: rest("/project/members/remove", ({ eve }) => ({ targetUserId: eve.userId })),
    keys: each(ended),
    people: () => "NOT_FOUND",
    invitations: () => false,
  },
  {
    how: "removed by her own key",
    lose: ({ keys, eve }) =>
      dataOf(client(deployment, keys.child.key).post("/project/members/remove", { targetUserId: eve.userId })),
    keys: each(ended),
    people: () => "NOT_FOUND",
    invitations: () => false,
  },
  {
    how: "removed and back as a member",
    lose: async ({ owner, projectId, eve }) => {
      const { email } = await eve.mutation(api.users.dashboard.signIn, {});
      await owner.mutation(remove, { projectId, targetUserId: eve.userId });
      await owner.mutation(api.members.dashboard.invite, { projectId, email, role: "member" });
    },
    keys: each(ended),
    people: (least) => (least === "member" ? null : "FORBIDDEN"),
    invitations: () => false,
  },
  {
    how: "demoted to admin",
    lose: ({ owner, projectId, eve }) =>
      owner.mutation(updateRole, { projectId, targetUserId: eve.userId, role: "admin" }),
    keys: each(good("admin")),
    people: (least) => (least === "owner" ? "FORBIDDEN" : null),
    invitations: ({ role }) => role !== "owner",
  },
  {
    how: "demoted to member, over REST",
    lose: rest("/project/members/update-role", ({ eve }) => ({ targetUserId: eve.userId, role: "member" })),
    keys: each(good("admin", "project:write")),
    people: (least) => (least === "member" ? null : "FORBIDDEN"),
    invitations: () => false,
  },
  {
    how: "deleted at the identity provider",
    lose: ({ subject }) =>
      deployment.mutation(internal.idp.endpoints.applyEvent, {
        messageId: randomUUID(),
        event: { kind: "deleted", idpUserId: subject, email: null },
      }),
    keys: each(ended),
    people: () => "AUTH_INVALID",
    invitations: () => false,
  },
  {
    how: "the project deleted",
    lose: ({ owner, projectId }) => owner.mutation(api.project.dashboard.remove, { projectId }),
    keys: each(ended),
    people: () => "NOT_FOUND",
    invitations: () => false,
  },
  {
    how: "the key revoked",
    lose: ({ owner, projectId, keys }) =>
      owner.mutation(api.apiKeys.dashboard.revoke, { projectId, keyId: keys.key.id }),
    keys: allBut(good()),
    people: () => null,
    invitations: ({ by }) => by === "eve",
  },
  {
    how: "the key revoked by an administrator",
    lose: ({ keys }) => deployment.mutation(internal.admin.projects.revokeKey, { keyId: keys.key.id }),
    keys: allBut(good()),
    people: () => null,
    invitations: ({ by }) => by === "eve",
  },
  {
    how: "the key revoked, and nothing of what it made marked yet",
    lose: ({ keys }) =>
      deployment.run(async (ctx) => {
        await ctx.db.patch("apiKeys", documentId(ctx, "apiKeys", keys.key.id), { revokedAtMs: Date.now() });
      }),
    keys: allBut(good()),
    people: () => null,
    invitations: ({ by }) => by === "eve",
  },
  {
    how: "the time of the key over",
    lose: async () => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hourMs + 1000 }),
    keys: allBut(good()),
    people: () => null,
    invitations: ({ by }) => by === "eve",
  },
  {
    how: "the membership gone, and nothing else done yet",
    lose: (world) => dropMembership(world),
    keys: each(ended),
    people: () => "NOT_FOUND",
    invitations: () => false,
  },
  {
    how: "the membership gone and given again, and nothing else done yet",
    lose: async (world) => {
      const membership = await dropMembership(world);
      await deployment.run((ctx) => ctx.db.insert("projectMembers", membership));
    },
    keys: each(ended),
    people: () => null,
    invitations: ({ by }) => by === "eve",
  },
];

/** Returns how a request for a route with this scope must be refused, or null if the key may still use it. */
function refusalFor(standing: Standing, scope: string | null): [number, string] | null {
  if (standing.kind === "ended") return [401, "AUTH_INVALID"];
  return scope !== null && standing.without.includes(scope) ? [403, "SCOPE_DENIED"] : null;
}

/**
 * Returns all rows but those that a refused request makes: the records of key use, as a request that is refused for its
 * scope uses the key too, and the audit entries of refusals. Eve's address leaves the audit log a moment after her
 * account.
 */
async function rows({ email }: World) {
  const { apiKeyUses: _uses, apiKeyLastUses: _lastUses, auditEntries = [], ...others } = await deployment.documents();
  const isRefusal = (row: unknown) =>
    typeof row === "object" && row !== null && "outcome" in row && row.outcome === "refused";
  const withoutAddress = auditEntries
    .filter((row) => !isRefusal(row))
    .map((row) => JSON.stringify(row).replaceAll(email, "deleted_user"));
  return { ...others, auditEntries: withoutAddress };
}

async function ask(apiKey: string, method: string, path: string, headers: object = {}, body?: object) {
  const init = { method, headers: { ...bearer(apiKey), ...headers } };
  const content = body ?? (method === "GET" ? undefined : {});
  const response = await deployment.fetch(
    `/api/v1${path}`,
    content === undefined ? init : { ...init, body: JSON.stringify(content) },
  );
  const { error } = (await response.json()) as { error?: { code: string } };
  return [response.status, error?.code];
}

/** In tests/http/budgets a key is rotated that holds more than an admin. Admins rotate others. */
function leastRoleFor(name: string) {
  return name === "apiKeys/dashboard:rotate" ? "admin" : (leastRoleOf(name) ?? "owner");
}

async function callAs({ eve, projectId }: World, { name, kind, args }: PublicFunction): Promise<unknown> {
  const asked = { ...args, projectId };
  switch (kind) {
    case "query":
      return await eve.query(makeFunctionReference<"query">(name), asked);
    case "mutation":
      return await eve.mutation(makeFunctionReference<"mutation">(name), asked);
    case "action":
      return await eve.action(makeFunctionReference<"action">(name), asked);
  }
}

describe.each(losses)("$how", ({ lose, keys, people, invitations }) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends at once exactly the access that it must end, and refused requests change nothing", async () => {
    const world = await makeWorld();
    await lose(world);
    const before = await rows(world);
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};

    for (const name of Object.keys(keys) as KeyName[]) {
      const { key } = world.keys[name];
      for (const { method, path, scope } of allRoutes) {
        const refused = refusalFor(keys[name], scope);
        if (refused === null) continue;
        const label = `${name}: ${method} ${path}`;
        answers[label] = await ask(key, method, path);
        expected[label] = refused;
      }
      answers[name] = await ask(key, "GET", "/project");
      expected[name] = refusalFor(keys[name], "project:read") ?? [200, undefined];
    }

    for (const { path, body, repeat, scope } of world.kept) {
      const label = `the repeat of ${path}`;
      answers[label] = await ask(world.keys.key.key, "POST", path, { "Idempotency-Key": repeat }, body);
      expected[label] = refusalFor(keys.key, scope) ?? [200, undefined];
    }

    for (const fn of functions) {
      const code = people(leastRoleFor(fn.name));
      // Functions that Eve may still call could change rows, so only this query is tried.
      if (code === null && fn.name !== "project/dashboard:get") continue;
      answers[fn.name] = (await refusalOrNull(callAs(world, fn)))?.code ?? null;
      expected[fn.name] = code;
    }

    expect(answers).toEqual(expected);
    expect(await rows(world)).toEqual(before);
  });

  it("keeps exactly the invitations that must stay", async () => {
    const world = await makeWorld();
    await lose(world);
    const roles: unknown[] = [];
    for (const { email, role, by } of world.invited) {
      const invitee = await signIn(deployment, { email });
      const { page } = await invitee.query(api.project.dashboard.mine, {
        paginationOpts: { numItems: 9, cursor: null },
      });
      roles.push([role, by, page.map((project) => project.role)]);
    }
    expect(roles).toEqual(
      world.invited.map((invitation) => [
        invitation.role,
        invitation.by,
        invitations(invitation) ? [invitation.role] : [],
      ]),
    );
  });
});
