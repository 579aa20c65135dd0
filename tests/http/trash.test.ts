import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import type { Answer, Client, Runner } from "../support/fixtures";

const nobody = "0".repeat(32);

/** For each type: how to make a record, put it into the trash, and read it while it is not in the trash. */
interface Kind {
  make: (api: Client, job: Runner) => Promise<string>;
  discard: (api: Client, id: string) => Promise<Answer>;
  read: (api: Client, id: string) => Promise<Answer>;
  /** The name that the trash shows. If it is missing, any name is accepted. */
  name?: string;
}

async function createRun(api: Client): Promise<string> {
  const body = { workflowId: await createWorkflow(api), prompt: "Build it.", name: "Nightly" };
  return (await dataOf(api.post("/runs/start", body))).id;
}

const startSession = async (api: Client): Promise<string> =>
  (await dataOf(api.post("/issue-sessions/start", { prompt: "Find bugs." }))).id;

const kinds: Record<string, Kind> = {
  run: {
    make: createRun,
    discard: (api, id) => api.post("/runs/delete", { runId: id }),
    read: (api, id) => api.get(`/runs/get?id=${id}`),
    name: "Nightly",
  },
  sandbox: {
    make: async (api, job) => {
      const payload = { runId: await createRun(api), runtimeSandboxId: "box-1" };
      return (await job.call("sandbox.create", payload)).id;
    },
    discard: (api, id) => api.post("/sandboxes/delete", { id }),
    read: (api, id) => api.get(`/sandboxes/get?id=${id}`),
    name: "box-1",
  },
  workflow: {
    make: (api) => createWorkflow(api, { name: "Ship" }),
    discard: (api, id) => api.delete(`/workflows/${id}`),
    read: (api, id) => api.get(`/workflows/${id}`),
    name: "Ship",
  },
  learning: {
    make: async (api) => (await dataOf(api.post("/learnings/create", { description: "Use npm ci." }))).id,
    discard: (api, id) => api.post("/learnings/delete", { learningId: id }),
    read: async (api, id) => {
      const answer = await api.get("/learnings/list");
      const isThere = answer.body.data.some((learning: { id: string }) => learning.id === id);
      return { ...answer, status: isThere ? 200 : 404 };
    },
    name: "Use npm ci.",
  },
  issueSession: {
    make: startSession,
    discard: (api, id) => api.post("/issue-sessions/delete", { sessionId: id }),
    read: (api, id) => api.get(`/issue-sessions/get?id=${id}`),
  },
  answeringSession: {
    make: async (api) =>
      (await dataOf(api.post("/answering-sessions", { issueSessionId: await startSession(api) }))).id,
    discard: (api, id) => api.delete(`/answering-sessions/${id}`),
    read: (api, id) => api.get(`/answering-sessions/${id}`),
  },
  context: {
    make: async (api) => (await dataOf(api.post("/contexts", { name: "House rules" }))).id,
    discard: (api, id) => api.delete(`/contexts/${id}`),
    read: (api, id) => api.get(`/contexts/${id}`),
    name: "House rules",
  },
};

const spellings = {
  restore: [
    (api: Client, entityType: string, entityId: string) => api.post("/trash/restore", { entityType, entityId }),
    (api: Client, entityType: string, entityId: string) => api.post(`/trash/${entityType}/${entityId}/restore`),
  ],
  purge: [
    (api: Client, entityType: string, entityId: string) =>
      api.post("/trash/permanent-delete", { entityType, entityId }),
    (api: Client, entityType: string, entityId: string) => api.delete(`/trash/${entityType}/${entityId}`),
  ],
};
const every = [...spellings.restore, ...spellings.purge];

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  const items = async (query = "") => (await api.get(`/trash${query}`)).body.data;

  describe.each(Object.entries(kinds))("%s", (entityType, { make, discard, read, name = expect.any(String) }) => {
    it("200 listing what was deleted, by whom and when, at both paths", async () => {
      const entityId = await make(api, job);
      expect(await items()).toEqual([]);
      expect((await discard(api, entityId)).status).toBe(200);
      const answer = await api.get("/trash");
      expect(answer).toMatchObject({ status: 200, body: { nextCursor: null, hasMore: false } });
      const [item] = answer.body.data;
      expect(answer.body.data).toEqual([
        {
          id: expect.stringMatching(/^trash_/),
          _id: item.id,
          entityType,
          entityId,
          name,
          deletedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          deletedBy: project.userId,
        },
      ]);
      expect((await api.get("/trash/list")).body).toEqual(answer.body);
      expect((await api.get(`/trash?type=${entityType}`)).body).toEqual(answer.body);
      const others = Object.keys(kinds).filter((type) => type !== entityType);
      for (const type of others) expect(await items(`?type=${type}`)).toEqual([]);
    });

    it("200 restoring it unchanged, at both paths", async () => {
      const entityId = await make(api, job);
      for (const restore of spellings.restore) {
        expect((await discard(api, entityId)).status).toBe(200);
        expect((await read(api, entityId)).status).toBe(404);
        const answer = await restore(api, entityType, entityId);
        expect(answer.status).toBe(200);
        expect(answer.body.data).toEqual({ id: entityId, _id: entityId, entityType, entityId, restored: true });
        expect((await read(api, entityId)).status).toBe(200);
        expect(await items()).toEqual([]);
        expect(await refusalOf(restore(api, entityType, entityId))).toEqual([409, "CONFLICT"]);
      }
    });

    it("200 deleting it for good, at both paths", async () => {
      for (const purge of spellings.purge) {
        const entityId = await make(api, job);
        expect(await refusalOf(purge(api, entityType, entityId))).toEqual([409, "CONFLICT"]);
        await discard(api, entityId);
        const answer = await purge(api, entityType, entityId);
        expect(answer.status).toBe(200);
        expect(answer.body.data).toEqual({ id: entityId, _id: entityId, entityType, entityId, deleted: true });
        expect(await items()).toEqual([]);
        expect((await read(api, entityId)).status).toBe(404);
        for (const again of every) {
          expect(await refusalOf(again(api, entityType, entityId))).toEqual([404, "NOT_FOUND"]);
        }
      }
    });

    it("404 under another type, 403 for another project; nothing changes", async () => {
      const entityId = await make(api, job);
      await discard(api, entityId);
      const other = entityType === "workflow" ? "run" : "workflow";
      for (const call of every) {
        expect(await refusalOf(call(api, other, entityId))).toEqual([404, "NOT_FOUND"]);
        expect(await refusalOf(call(stranger, entityType, entityId))).toEqual([403, "FORBIDDEN"]);
      }
      expect(await items()).toHaveLength(1);
    });
  });

  it("200 in pages, newest deletion first, of this project alone", async () => {
    const ids = [];
    for (const name of ["A", "B", "C"]) ids.push(await createWorkflow(api, { name }));
    const theirs = await createWorkflow(stranger);
    await stranger.delete(`/workflows/${theirs}`);
    for (const id of [ids[1], ids[0], ids[2]]) await api.delete(`/workflows/${id}`);
    for (const path of ["/trash", "/trash/list"]) {
      const whole = (await api.get(path)).body;
      expect(whole.data.map(({ name }: { name: string }) => name)).toEqual(["C", "A", "B"]);
      const first = (await api.get(`${path}?limit=2`)).body;
      expect(first.hasMore).toBe(true);
      const second = (await api.get(`${path}?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(whole.data);
      expect([second.hasMore, second.nextCursor]).toEqual([false, null]);
      const elsewhere = await refusalOf(stranger.get(`${path}?cursor=${first.nextCursor}`));
      expect(elsewhere).toEqual([400, "VALIDATION", "cursor"]);
    }
  });

  it.each([
    ["limit", "/trash?limit=101"],
    ["limit", "/trash/list?limit=0"],
    ["cursor", "/trash?cursor=x"],
    ["type", "/trash?type=issue"],
    ["type", "/trash?type="],
    ["type", "/trash/list?type=run"],
  ])("400 VALIDATION naming %s for GET %s", async (field, path) => {
    expect(await refusalOf(api.get(path))).toEqual([400, "VALIDATION", field]);
  });

  it("400 VALIDATION naming the type that cannot be in the trash, with any id", async () => {
    for (const type of ["issue", "skill", "constructor", "Run"]) {
      const body = { entityType: type, entityId: `wf_${nobody}` };
      expect(await refusalOf(api.post("/trash/restore", body))).toEqual([400, "VALIDATION", "entityType"]);
      expect(await refusalOf(api.post("/trash/permanent-delete", body))).toEqual([400, "VALIDATION", "entityType"]);
      expect(await refusalOf(api.post(`/trash/${type}/wf_x/restore`))).toEqual([400, "VALIDATION", "type"]);
      expect(await refusalOf(api.delete(`/trash/${type}/wf_x`))).toEqual([400, "VALIDATION", "type"]);
    }
  });

  it.each([
    ["entityType", { entityId: "wf_x" }],
    ["entityId", { entityType: "workflow" }],
    ["entityId", { entityType: "workflow", entityId: null }],
    ["id", { entityType: "workflow", entityId: "wf_x", id: "wf_x" }],
  ])("400 VALIDATION naming %s for %j", async (field, body) => {
    expect(await refusalOf(api.post("/trash/restore", body))).toEqual([400, "VALIDATION", field]);
    expect(await refusalOf(api.post("/trash/permanent-delete", body))).toEqual([400, "VALIDATION", field]);
  });

  it("404 NOT_FOUND for an id that names nothing", async () => {
    for (const call of every) {
      for (const id of ["x", "wf_", `wf_${nobody}`]) {
        expect(await refusalOf(call(api, "workflow", id))).toEqual([404, "NOT_FOUND"]);
      }
    }
  });

  it("403 SCOPE_DENIED without the scope, before anything else is checked", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["trash:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["workflows:write"])).apiKey);
    expect((await reader.get("/trash")).status).toBe(200);
    for (const call of every) expect(await refusalOf(call(reader, "nothing", "x"))).toEqual([403, "SCOPE_DENIED"]);
    for (const path of ["/trash", "/trash/list"]) {
      expect(await refusalOf(other.get(path))).toEqual([403, "SCOPE_DENIED"]);
    }
  });
});
