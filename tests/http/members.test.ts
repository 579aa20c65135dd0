import { describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import { bearer, createKey, createProject, projectForEach } from "../support/fixtures";

const list = "/api/v1/project/members";
const invite = `${list}/invite`;
const remove = `${list}/remove`;
const updateRole = `${list}/update-role`;

describeEverywhere((deployment) => {
  const { project } = projectForEach(deployment);

  async function post(path: string, body: unknown, apiKey = project.apiKey) {
    const init = { method: "POST", headers: bearer(apiKey), body: JSON.stringify(body) };
    const response = await deployment.fetch(path, init);
    return { status: response.status, body: await response.json() };
  }

  async function get(path: string, apiKey = project.apiKey) {
    const response = await deployment.fetch(path, { headers: bearer(apiKey) });
    return { status: response.status, body: await response.json() };
  }

  /** Makes a user whom the deployment knows: the owner of another project. */
  async function knownUser(email: string): Promise<string> {
    const created = await deployment.action(internal.admin.projects.create, { name: "Theirs", ownerEmail: email });
    return created.userId;
  }

  async function totalMembers(): Promise<number> {
    return (await get("/api/v1/project/counters")).body.data.totalMembers;
  }

  it("invites a user whom the deployment knows: they are a member at once", async () => {
    const userId = await knownUser("ada@example.com");
    const { status, body } = await post(invite, { email: " Ada@Example.com ", role: "admin" });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^member_/),
      _id: body.data.id,
      userId,
      email: "ada@example.com",
      name: null,
      role: "admin",
      status: "active",
      joinedAt: expect.stringMatching(/Z$/),
      createdAt: body.data.joinedAt,
      expiresAt: null,
      invitedBy: null,
    });
    expect((await get(list)).body.data[0]).toEqual(body.data);
    expect(await totalMembers()).toBe(2);
  });

  it("keeps the invitation of an unknown person, who is not a member yet", async () => {
    const { body } = await post(invite, { email: "new@example.com", role: "member" });
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^inv_/),
      userId: null,
      email: "new@example.com",
      role: "member",
      status: "invited",
      joinedAt: null,
    });
    const listed = (await get(list)).body;
    expect(listed.data.map((member: { status: string }) => member.status)).toEqual(["invited", "active"]);
    expect(listed).toMatchObject({ nextCursor: null, hasMore: false });
    expect(await totalMembers()).toBe(1);
  });

  it("pages through members and invitations as one list", async () => {
    await post(invite, { email: "one@example.com", role: "member" });
    await knownUser("two@example.com");
    await post(invite, { email: "two@example.com", role: "member" });
    const whole = (await get(list)).body.data;
    const pages = [];
    let query = "?limit=1";
    for (let page = 0; page < 3; page++) {
      const { body } = await get(list + query);
      pages.push(...body.data);
      query = `?limit=1&cursor=${body.nextCursor}`;
    }
    expect(pages).toEqual(whole);
    expect(whole).toHaveLength(3);
  });

  it("409 CONFLICT for an address that is invited or belongs to a member", async () => {
    await post(invite, { email: "new@example.com", role: "member" });
    for (const email of ["NEW@example.com", "owner@localhost"]) {
      const { status, body } = await post(invite, { email, role: "member" });
      expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
    }
    expect((await get(list)).body.data).toHaveLength(2);
  });

  it("changes a role, and removes a member", async () => {
    const targetUserId = await knownUser("grace@example.com");
    await post(invite, { email: "grace@example.com", role: "member" });
    expect((await post(updateRole, { targetUserId, role: "owner" })).body.data).toMatchObject({ role: "owner" });
    const { status, body } = await post(remove, { targetUserId });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ userId: targetUserId, deleted: true });
    expect((await get(list)).body.data).toHaveLength(1);
    expect(await totalMembers()).toBe(1);
  });

  it("shows until when an invitation can be accepted, and who made it", async () => {
    const { body } = await post(invite, { email: "new@example.com", role: "member" });
    const { createdAt, expiresAt, invitedBy } = body.data;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeCloseTo(14 * 24 * 3_600_000, -4);
    expect(invitedBy).toBe(project.userId);
  });

  it("changes the role of an invitation, and withdraws it, by its own id; then the address can be invited again", async () => {
    const { id, expiresAt } = (await post(invite, { email: "typo@example.com", role: "owner" })).body.data;
    const changed = await post(updateRole, { targetUserId: id, role: "member" });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ id, email: "typo@example.com", role: "member", status: "invited" });
    expect(changed.body.data.expiresAt).toBe(expiresAt);
    const removed = await post(remove, { targetUserId: id });
    expect([removed.status, removed.body.data]).toEqual([
      200,
      { id, _id: id, userId: null, deleted: true, endedKeys: 0 },
    ]);
    expect((await get(list)).body.data).toHaveLength(1);
    for (const path of [remove, updateRole]) {
      const again = await post(path, { targetUserId: id, ...(path === updateRole ? { role: "admin" } : {}) });
      expect([again.status, again.body.error.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await post(invite, { email: "typo@example.com", role: "member" })).status).toBe(200);
  });

  it("403 FORBIDDEN for another project's invitation, which stays", async () => {
    const other = await createProject(deployment, "Other");
    const { id } = (await post(invite, { email: "b@example.com", role: "member" }, other.apiKey)).body.data;
    expect((await post(remove, { targetUserId: id })).body.error.code).toBe("FORBIDDEN");
    expect((await post(updateRole, { targetUserId: id, role: "owner" })).body.error.code).toBe("FORBIDDEN");
    expect((await get(list, other.apiKey)).body.data[0]).toMatchObject({ id, role: "member" });
  });

  it("says how many keys of a member ended with their membership", async () => {
    const targetUserId = await knownUser("eve@example.com");
    await post(invite, { email: "eve@example.com", role: "owner" });
    const { apiKey } = project;
    const { apiKey: further } = await createKey(deployment, project.projectId, ["*"]);
    // Keys that an administrator makes belong to the first owner.
    const removed = await post(remove, { targetUserId: project.userId });
    expect(removed.body.data).toMatchObject({ userId: project.userId, deleted: true, endedKeys: 2 });
    for (const key of [apiKey, further]) expect((await get(list, key)).body.error.code).toBe("AUTH_INVALID");
    const { apiKey: theirs } = await createKey(deployment, project.projectId, ["*"]);
    expect((await get(list, theirs)).body.data).toMatchObject([{ userId: targetUserId, role: "owner" }]);
  });

  it("409 CONFLICT for the last owner, who stays one", async () => {
    const targetUserId = project.userId;
    expect((await post(remove, { targetUserId })).body.error.code).toBe("CONFLICT");
    expect((await post(updateRole, { targetUserId, role: "admin" })).body.error.code).toBe("CONFLICT");
    expect((await post(updateRole, { targetUserId, role: "owner" })).status).toBe(200);
    expect((await get(list)).body.data).toMatchObject([{ role: "owner" }]);
  });

  it("404 NOT_FOUND for a user who is not a member, and for an id that is not a user's", async () => {
    const stranger = await knownUser("stranger@example.com");
    for (const targetUserId of [stranger, "user_x", project.projectId]) {
      expect((await post(remove, { targetUserId })).body.error.code).toBe("NOT_FOUND");
      expect((await post(updateRole, { targetUserId, role: "member" })).body.error.code).toBe("NOT_FOUND");
    }
  });

  it("403 SCOPE_DENIED without the scope admin, before the body is read", async () => {
    const { apiKey } = await createKey(deployment, project.projectId, ["project:write"]);
    expect((await get(list, apiKey)).body.error.code).toBe("SCOPE_DENIED");
    for (const path of [invite, remove, updateRole]) {
      expect((await post(path, [], apiKey)).body.error.code).toBe("SCOPE_DENIED");
    }
  });

  it.each([
    [invite, "email", { role: "member" }],
    [invite, "email", { email: "nobody", role: "member" }],
    [invite, "email", { email: `${"x".repeat(250)}@example.com`, role: "member" }],
    [invite, "role", { email: "a@example.com" }],
    [invite, "role", { email: "a@example.com", role: "boss" }],
    [invite, "name", { email: "a@example.com", role: "member", name: "A" }],
    [remove, "targetUserId", {}],
    [remove, "targetUserId", { targetUserId: "" }],
    [updateRole, "role", { targetUserId: "user_x", role: null }],
  ])("%s: 400 VALIDATION naming %s for %j", async (path, field, body) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: "VALIDATION", field });
  });

  describe("POST /api/v1/project/delete", () => {
    it("200 after which every key of the project is refused and its data is deleted", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["*"]);
      await post(invite, { email: "new@example.com", role: "member" });
      await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: "0" });
      const { status, body } = await post("/api/v1/project/delete", {});
      await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: null });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id: project.projectId, status: "deleting", restorableUntil: null });
      for (const key of [project.apiKey, apiKey]) expect((await get("/api/v1/project", key)).status).toBe(401);
      const exists = async () => {
        const { projects } = await deployment.query(internal.admin.projects.list, {});
        return projects.some(({ id }) => id === project.projectId);
      };
      await expect.poll(exists).toBe(false);
    });

    it("leaves other projects unchanged", async () => {
      const other = await createProject(deployment, "Other");
      await post("/api/v1/project/delete", {});
      expect((await get("/api/v1/project", other.apiKey)).status).toBe(200);
    });

    it("403 SCOPE_DENIED without the scope admin, 400 VALIDATION for a field", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["project:write"]);
      expect((await post("/api/v1/project/delete", {}, apiKey)).body.error.code).toBe("SCOPE_DENIED");
      expect((await post("/api/v1/project/delete", { sure: true })).body.error.field).toBe("sure");
      expect((await get("/api/v1/project")).status).toBe(200);
    });
  });
});
