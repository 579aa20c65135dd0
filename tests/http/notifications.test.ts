import { describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createProject, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);

  async function tell(title: string): Promise<string> {
    const news = { projectId: project.projectId, type: "run_failed", title };
    return (await job.call("notification.create", news)).ids[0];
  }

  async function titles(path: string): Promise<string[]> {
    return (await api.get(path)).body.data.map(({ title }: { title: string }) => title);
  }

  const newestOf = async (member: Client): Promise<string> => (await member.get("/notifications")).body.data[0].id;
  const unread = async () => (await dataOf(api.get("/notifications/unread-count"))).count;

  /** Returns a client with the key of another member of the project. */
  async function otherMember(): Promise<Client> {
    const email = `m${Math.random()}@example.com`;
    await deployment.action(internal.admin.projects.create, { name: "Theirs", ownerEmail: email });
    await dataOf(api.post("/project/members/invite", { email, role: "owner" }));
    // The key is made for the first owner. A user who loses that role does not get the rights of their old key back
    // with it.
    const become = (role: string) => ({ targetUserId: project.userId, role });
    await dataOf(api.post("/project/members/update-role", become("admin")));
    const { apiKey } = await createKey(deployment, project.projectId, ["*"]);
    const other = client(deployment, apiKey);
    await dataOf(other.post("/project/members/update-role", become("owner")));
    return other;
  }

  describe.each(["/notifications", "/notifications/list"])("GET /api/v1%s", (path) => {
    it("200 with the notifications of the key's user, newest first", async () => {
      const id = await tell("First");
      await tell("Second");
      expect(await titles(path)).toEqual(["Second", "First"]);
      const { body } = await api.get(`${path}?filter=all`);
      expect(body).toMatchObject({ nextCursor: null, hasMore: false });
      expect(body.data[1]).toEqual({
        id,
        _id: id,
        type: "run_failed",
        title: "First",
        body: "",
        isRead: false,
        createdAt: expect.stringMatching(/Z$/),
        readAt: null,
      });
    });

    it("200 with those that are not read, in pages", async () => {
      await tell("Read before");
      await api.post("/notifications/mark-all-read");
      const second = await tell("Read by itself");
      for (const title of ["A", "B", "C"]) await tell(title);
      await api.put(`/notifications/${second}/read`);
      expect(await titles(`${path}?filter=unread`)).toEqual(["C", "B", "A"]);
      const first = (await api.get(`${path}?filter=unread&limit=2`)).body;
      expect(first.hasMore).toBe(true);
      expect(await titles(`${path}?filter=unread&limit=2&cursor=${first.nextCursor}`)).toEqual(["A"]);
      expect(await refusalOf(api.get(`${path}?filter=all&cursor=${first.nextCursor}`))).toEqual([
        400,
        "VALIDATION",
        "cursor",
      ]);
    });

    it.each([
      ["filter", "filter=read"],
      ["limit", "limit=101"],
      ["limit", "limit=0"],
      ["unread", "unread=true"],
    ])("400 VALIDATION naming %s for %s", async (field, query) => {
      expect(await refusalOf(api.get(`${path}?${query}`))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe.each([
    ["POST /notifications/mark-read", (id: string) => api.post("/notifications/mark-read", { notificationId: id })],
    ["PUT /notifications/:id/read", (id: string) => api.put(`/notifications/${id}/read`)],
  ])("%s", (_name, markRead) => {
    it("200 with the notification, which counts as read once", async () => {
      const id = await tell("News");
      await tell("More");
      const read = await dataOf(markRead(id));
      expect(read).toMatchObject({ id, isRead: true, readAt: expect.stringMatching(/Z$/) });
      expect(await dataOf(markRead(id))).toEqual(read);
      expect(await unread()).toBe(1);
      expect((await api.get("/notifications")).body.data[1]).toEqual(read);
    });

    it("404 NOT_FOUND for one that was dismissed, 403 FORBIDDEN for another member's", async () => {
      const other = await otherMember();
      await tell("For both");
      const [mine, theirs] = [await newestOf(api), await newestOf(other)];
      await api.delete(`/notifications/${mine}`);
      expect(await refusalOf(markRead(mine))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(markRead(theirs))).toEqual([403, "FORBIDDEN"]);
      expect((await other.get("/notifications")).body.data[0].isRead).toBe(false);
      expect(await refusalOf(markRead("notif_x"))).toEqual([404, "NOT_FOUND"]);
    });
  });

  it.each([
    ["POST mark-all-read", () => api.post("/notifications/mark-all-read")],
    ["PUT read-all", () => api.put("/notifications/read-all")],
  ])("%s: 200, and everything so far counts as read", async (_name, markAll) => {
    for (const title of ["A", "B"]) await tell(title);
    expect(await dataOf(markAll())).toEqual({ marked: 2, unreadCount: 0 });
    expect(await unread()).toBe(0);
    expect(await titles("/notifications?filter=unread")).toEqual([]);
    const all = (await api.get("/notifications")).body.data;
    expect(all.map(({ isRead, readAt }: { isRead: boolean; readAt: unknown }) => [isRead, typeof readAt])).toEqual([
      [true, "string"],
      [true, "string"],
    ]);
    await tell("C");
    expect(await unread()).toBe(1);
    expect(await titles("/notifications?filter=unread")).toEqual(["C"]);
    expect(await dataOf(markAll())).toEqual({ marked: 1, unreadCount: 0 });
    expect(await dataOf(markAll())).toEqual({ marked: 0, unreadCount: 0 });
  });

  it.each([
    ["POST dismiss", (id: string) => api.post("/notifications/dismiss", { notificationId: id })],
    ["DELETE", (id: string) => api.delete(`/notifications/${id}`)],
  ])("%s: 200, and the notification disappears, also from the count", async (_name, dismiss) => {
    const [read, other] = [await tell("Read"), await tell("Unread")];
    await api.put(`/notifications/${read}/read`);
    expect(await dataOf(dismiss(read))).toEqual({ id: read, _id: read, deleted: true });
    expect(await unread()).toBe(1);
    await dataOf(dismiss(other));
    expect(await unread()).toBe(0);
    expect(await titles("/notifications")).toEqual([]);
    expect(await refusalOf(dismiss(read))).toEqual([404, "NOT_FOUND"]);
  });

  it("403 FORBIDDEN for a notification of another project", async () => {
    const id = await tell("News");
    const stranger = client(deployment, (await createProject(deployment, "Theirs")).apiKey);
    expect(await refusalOf(stranger.put(`/notifications/${id}/read`))).toEqual([403, "FORBIDDEN"]);
    expect(await refusalOf(stranger.delete(`/notifications/${id}`))).toEqual([403, "FORBIDDEN"]);
    expect(await unread()).toBe(1);
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["notifications:read"])).apiKey);
    expect((await reader.get("/notifications")).status).toBe(200);
    expect(await refusalOf(reader.post("/notifications/mark-all-read"))).toEqual([403, "SCOPE_DENIED"]);
    expect(await refusalOf(reader.delete("/notifications/x"))).toEqual([403, "SCOPE_DENIED"]);
  });

  it("member_joined goes to the other members", async () => {
    const email = `joins${Math.random()}@example.com`;
    await deployment.action(internal.admin.projects.create, { name: "Theirs", ownerEmail: email });
    await dataOf(api.post("/project/members/invite", { email, role: "member" }));
    const { data } = (await api.get("/notifications")).body;
    expect(data).toMatchObject([{ type: "member_joined", title: `${email.split("@")[0]} has joined.` }]);
  });

  describe("notification.create", () => {
    it.each([
      ["a type that there is not", { type: "lunch", title: "T" }],
      ["no title", { type: "run_failed" }],
      ["an empty title", { type: "run_failed", title: " " }],
      ["a run that there is not", { type: "run_failed", title: "T", runId: "r_x" }],
      ["a project that there is not", { type: "run_failed", title: "T", projectId: "proj_x" }],
    ])("400 for %s", async (_what, news) => {
      const [status] = await job.refused("notification.create", { projectId: project.projectId, ...news });
      expect(status).toBe(400);
      expect(await unread()).toBe(0);
    });
  });
});

describe("a large team", () => {
  const deployment = inProcess();
  const job = runner(deployment);

  it("every member of a large team is notified exactly once", async () => {
    const { projectId } = await createProject(deployment);
    await deployment.run(async (ctx) => {
      const [project] = await ctx.db.query("projects").take(1);
      for (let index = 0; index < 250; index++) {
        const userId = await ctx.db.insert("users", { email: `team-${index}@example.com` });
        await ctx.db.insert("projectMembers", { projectId: project!._id, userId, role: "member" });
      }
    });
    await job.call("notification.create", { projectId, type: "run_failed", title: "News" });
    await deployment.settled();
    const told = await deployment.run((ctx) => ctx.db.query("notifications").take(1000));
    expect(new Set(told.map(({ userId }) => userId)).size).toBe(251);
    expect(told).toHaveLength(251);
  });
});
