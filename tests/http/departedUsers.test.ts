// What becomes of the projects, keys and traces of a person whose account the identity provider has deleted.
import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { api as functions } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { staffedProject } from "../dashboard/people";
import { client, createKey, createWorkflow, dataOf } from "../support/fixtures";
import { accept, deletion, address, statusFor, withSecret } from "../support/idp";
import { inProcess } from "../support/inProcess";

describe("the projects of a deleted user", () => {
  const deployment = inProcess();
  withSecret(deployment);
  type Role = Doc<"projectMembers">["role"];

  /**
   * Makes a project with members of these roles, who joined in this order. The first is the user who will be deleted.
   */
  async function projectOf(...roles: Role[]) {
    return await deployment.run(async (ctx) => {
      const project = { name: "Demo", slug: randomUUID(), gitRepoUrl: null };
      const projectId = await ctx.db.insert("projects", project);
      const users: Id<"users">[] = [];
      const idpUserId = randomUUID();
      for (const role of roles) {
        const idp = users.length === 0 ? { idpUserId } : {};
        const userId = await ctx.db.insert("users", { email: address(), ...idp });
        await ctx.db.insert("projectMembers", { projectId, userId, role });
        users.push(userId);
      }
      return { projectId, users, idpUserId };
    });
  }

  async function rolesIn(projectId: Id<"projects">, users: Id<"users">[]): Promise<(Role | null)[]> {
    const members = await deployment.run((ctx) => ctx.db.query("projectMembers").take(1000));
    return users.map(
      (userId) => members.find((row) => row.projectId === projectId && row.userId === userId)?.role ?? null,
    );
  }

  /** Whether the project is being deleted or already deleted. */
  async function isBeingDeleted(projectId: Id<"projects">): Promise<boolean> {
    const project = await deployment.run((ctx) => ctx.db.get("projects", projectId));
    return project === null || project.deletingAtMs !== undefined;
  }

  it.each<[string, Role[], (Role | null)[]]>([
    ["keep their other owner", ["owner", "owner", "admin"], [null, "owner", "admin"]],
    ["go to the longest-standing admin", ["owner", "member", "admin", "admin"], [null, "member", "owner", "admin"]],
    [
      "go to the longest-standing member where nobody is admin",
      ["owner", "member", "member"],
      [null, "owner", "member"],
    ],
    ["stay as they are when a member goes", ["member", "owner", "admin"], [null, "owner", "admin"]],
  ])("%s", async (_title, roles, left) => {
    const { projectId, users, idpUserId } = await projectOf(...roles);
    await accept(deployment, { body: deletion(idpUserId) });
    expect(await rolesIn(projectId, users)).toEqual(left);
    expect(await isBeingDeleted(projectId)).toBe(false);
    const user = await deployment.run((ctx) => ctx.db.get("users", users[0]!));
    expect(user).toBe(null);
  });

  it("are deleted when no member is left", async () => {
    const { projectId, idpUserId } = await projectOf("owner");
    await accept(deployment, { body: deletion(idpUserId) });
    expect(await isBeingDeleted(projectId)).toBe(true);
  });

  it("refuse the keys made for the user, and keep those of others", async () => {
    const { projectId, users, idpUserId } = await projectOf("owner", "admin");
    const publicProjectId = `proj_${projectId}`;
    const gone = await createKey(deployment, publicProjectId, ["*"]);
    await deployment.run(async (ctx) => {
      const [owner] = await ctx.db
        .query("projectMembers")
        .withIndex("by_user", (q) => q.eq("userId", users[0]!))
        .take(1);
      await ctx.db.patch("projectMembers", owner!._id, { role: "member" });
      const [admin] = await ctx.db
        .query("projectMembers")
        .withIndex("by_user", (q) => q.eq("userId", users[1]!))
        .take(1);
      await ctx.db.patch("projectMembers", admin!._id, { role: "owner" });
    });
    const kept = await createKey(deployment, publicProjectId, ["*"]);
    await accept(deployment, { body: deletion(idpUserId) });
    expect(await statusFor(deployment, gone.apiKey)).toBe(401);
    expect(await statusFor(deployment, kept.apiKey)).toBe(200);
  });

  it("all projects of a deleted user get a new owner or are deleted, however many there are", async () => {
    const { users, idpUserId } = await projectOf("owner");
    const userId = users[0]!;
    const projects = await deployment.run(async (ctx) => {
      const made: Id<"projects">[] = [];
      for (let count = 0; count < 120; count++) {
        const projectId = await ctx.db.insert("projects", { name: "Demo", slug: randomUUID(), gitRepoUrl: null });
        await ctx.db.insert("projectMembers", { projectId, userId, role: "owner" });
        made.push(projectId);
      }
      return made;
    });
    await accept(deployment, { body: deletion(idpUserId) });
    await deployment.settled();
    const memberships = await deployment.run((ctx) =>
      ctx.db
        .query("projectMembers")
        .withIndex("by_user", (q) => q.eq("userId", userId))
        .take(1),
    );
    expect(memberships).toEqual([]);
    for (const projectId of projects) expect(await isBeingDeleted(projectId)).toBe(true);
  });
});

describe("what a deleted user has done", () => {
  const deployment = inProcess();
  withSecret(deployment);

  it("stays in the logs without their address", async () => {
    const { projectId, people } = await staffedProject(deployment);
    const api = client(deployment, (await createKey(deployment, projectId, ["*"])).apiKey);
    const workflowId = await createWorkflow(api);
    const { start, cancel } = functions.runs.dashboard;
    const { id: runId } = await people.member.mutation(start, { projectId, workflowId, prompt: "Do it." });
    await people.member.mutation(cancel, { projectId, runId });
    const members: { userId: string; email: string }[] = await dataOf(api.get("/project/members"));
    const email = members.find(({ userId }) => userId === people.member.userId)?.email ?? "";
    expect(email).toMatch(/.@example\.com$/);
    const idpUserId = randomUUID();
    await deployment.run(async (ctx) => {
      const user = await ctx.db
        .query("users")
        .withIndex("by_email", (q) => q.eq("email", email))
        .unique();
      await ctx.db.patch("users", user!._id, { idpUserId });
    });
    await accept(deployment, { body: deletion(idpUserId) });
    await deployment.settled();
    const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
    const tables = Object.entries(await deployment.documents());
    expect(tables.filter(([, rows]) => inspect(rows, whole).includes(email)).map(([table]) => table)).toEqual([]);
    const run = await dataOf(api.get(`/runs/get?id=${runId}`));
    expect(run).toMatchObject({ createdBy: "deleted_user", startedBy: { type: "user", id: people.member.userId } });
  });
});
