import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";

const step = { role: "designer", name: "Design" };

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  async function totalWorkflows(): Promise<number> {
    return (await dataOf(api.get("/project/counters"))).totalWorkflows;
  }

  describe("POST /api/v1/workflows", () => {
    it("201 with the workflow, which the counters count", async () => {
      const { status, body } = await api.post("/workflows", {
        name: " Build ",
        description: "Makes things.",
        steps: [{ ...step, instructions: "Think.", commandNames: ["test"], timeoutMs: 60_000, maxRetries: 2 }],
        defaultBranch: "develop",
        isEnabled: false,
      });
      expect(status).toBe(201);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^wf_/),
        _id: body.data.id,
        name: "Build",
        description: "Makes things.",
        steps: [
          {
            ...step,
            personaId: null,
            instructions: "Think.",
            commandNames: ["test"],
            timeoutMs: 60_000,
            maxRetries: 2,
            outputSchema: null,
            gate: null,
            artifacts: [],
          },
        ],
        defaultBranch: "develop",
        concurrencyLimit: null,
        followUp: null,
        priority: null,
        conflictKey: null,
        onConflict: null,
        isEnabled: false,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      });
      expect(await dataOf(api.get(`/workflows/${body.data.id}`))).toEqual(body.data);
      expect(await totalWorkflows()).toBe(1);
    });

    it("201 with only a name and a step; null counts as not given", async () => {
      const workflow = { name: "Build", steps: [step], description: null, defaultBranch: null, isEnabled: null };
      const { body } = await api.post("/workflows", workflow);
      expect(body.data).toMatchObject({ description: null, defaultBranch: null, isEnabled: true });
    });

    it.each([
      ["name", { steps: [step] }],
      ["name", { name: " ", steps: [step] }],
      ["steps", { name: "Build" }],
      ["steps", { name: "Build", steps: [] }],
      ["steps", { name: "Build", steps: Array.from({ length: 51 }, () => step) }],
      ["steps.0.role", { name: "Build", steps: [{ name: "Design", role: "boss" }] }],
      ["steps.1.name", { name: "Build", steps: [step, { role: "judge" }] }],
      ["steps.0.timeoutMs", { name: "Build", steps: [{ ...step, timeoutMs: 0.5 }] }],
      ["steps.0.colour", { name: "Build", steps: [{ ...step, colour: "red" }] }],
      ["isEnabled", { name: "Build", steps: [step], isEnabled: "yes" }],
      ["colour", { name: "Build", steps: [step], colour: "red" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/workflows", body))).toEqual([400, "VALIDATION", field]);
      expect(await totalWorkflows()).toBe(0);
    });

    it("404 NOT_FOUND for an unknown persona", async () => {
      const workflow = { name: "Build", steps: [{ ...step, personaId: "persona_x" }] };
      expect(await refusalOf(api.post("/workflows", workflow))).toEqual([404, "NOT_FOUND"]);
    });
  });

  describe("GET /api/v1/workflows", () => {
    it("200 with all of them, newest first, or in pages", async () => {
      const ids = [];
      for (const name of ["A", "B", "C"]) ids.unshift(await createWorkflow(api, { name }));
      const { body } = await api.get("/workflows");
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(body).toMatchObject({ nextCursor: null, hasMore: false });
      const first = (await api.get("/workflows?limit=2")).body;
      const second = (await api.get(`/workflows?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(body.data);
      expect([first.hasMore, second.hasMore, second.nextCursor]).toEqual([true, false, null]);
    });

    it("400 VALIDATION for a cursor of another project", async () => {
      for (const name of ["A", "B"]) await createWorkflow(stranger, { name });
      const { nextCursor } = (await stranger.get("/workflows?limit=1")).body;
      expect(await refusalOf(api.get(`/workflows?cursor=${nextCursor}`))).toEqual([400, "VALIDATION", "cursor"]);
    });
  });

  describe("PUT /api/v1/workflows/:id", () => {
    it("200 changing only the given fields; null clears", async () => {
      const id = await createWorkflow(api, { description: "Old.", defaultBranch: "develop" });
      const before = await dataOf(api.get(`/workflows/${id}`));
      const changed = await dataOf(api.put(`/workflows/${id}`, { name: "Ship", description: null }));
      const updatedAt = expect.stringMatching(/Z$/);
      expect(changed).toEqual({ ...before, name: "Ship", description: null, updatedAt });
      expect(await dataOf(api.get(`/workflows/${id}`))).toEqual(changed);
    });

    it.each([
      ["name", { name: null }],
      ["steps", { steps: null }],
      ["isEnabled", { isEnabled: null }],
      ["id", { id: "wf_x" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      const id = await createWorkflow(api);
      expect(await refusalOf(api.put(`/workflows/${id}`, body))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("DELETE /api/v1/workflows/:id", () => {
    it("200 into the trash: nothing else shows it", async () => {
      const id = await createWorkflow(api);
      expect((await api.delete(`/workflows/${id}`)).body.data).toEqual({ id, _id: id, deleted: true });
      expect(await refusalOf(api.get(`/workflows/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.delete(`/workflows/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect((await api.get("/workflows")).body.data).toEqual([]);
      expect(await totalWorkflows()).toBe(0);
    });
  });

  describe("workflow.get", () => {
    it("returns the workflow as REST does, and refuses unknown ids", async () => {
      const id = await createWorkflow(api);
      expect(await job.call("workflow.get", { workflowId: id })).toEqual(await dataOf(api.get(`/workflows/${id}`)));
      await api.delete(`/workflows/${id}`);
      expect(await job.refused("workflow.get", { workflowId: id })).toEqual([400, expect.stringContaining(id)]);
    });
  });

  it.each(["GET", "PUT", "DELETE"] as const)("%s: 403 FORBIDDEN for another project's, which stays", async (method) => {
    const id = await createWorkflow(api);
    const call = { GET: stranger.get, PUT: stranger.put, DELETE: stranger.delete }[method];
    expect(await refusalOf(call(`/workflows/${id}`))).toEqual([403, "FORBIDDEN"]);
    expect((await api.get(`/workflows/${id}`)).status).toBe(200);
  });

  it.each(["wf_", "wf_x", "r_x", "x"])("404 NOT_FOUND for the id %s", async (id) => {
    expect(await refusalOf(api.get(`/workflows/${id}`))).toEqual([404, "NOT_FOUND"]);
    expect(await refusalOf(api.put(`/workflows/${id}`))).toEqual([404, "NOT_FOUND"]);
    expect(await refusalOf(api.delete(`/workflows/${id}`))).toEqual([404, "NOT_FOUND"]);
  });

  it("403 SCOPE_DENIED without the scope, before anything else is checked", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["workflows:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:write"])).apiKey);
    expect((await reader.get("/workflows")).status).toBe(200);
    for (const call of [reader.post("/workflows"), reader.put("/workflows/x"), reader.delete("/workflows/x")]) {
      expect(await refusalOf(call)).toEqual([403, "SCOPE_DENIED"]);
    }
    expect(await refusalOf(other.get("/workflows"))).toEqual([403, "SCOPE_DENIED"]);
  });
});
