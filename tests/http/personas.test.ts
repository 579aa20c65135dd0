import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";

const wanted = { name: "Ada", type: "designer" };
const nobody = {
  description: null,
  cliId: null,
  model: null,
  thinkingEffort: null,
  instructions: null,
  selectedSkills: [],
  isEnabled: true,
  learningsEnabled: true,
  version: 1,
};
const time = expect.stringMatching(/^\d{4}-.*Z$/);
const nothingDone = {
  runs: 0,
  steps: 0,
  completed: 0,
  failed: 0,
  successRate: null,
  averageQuality: null,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  averageDurationMs: null,
};

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  const create = async (changes: object = {}) => await dataOf(api.post("/personas/create", { ...wanted, ...changes }));
  const get = (id: string) => dataOf(api.get(`/personas/get?id=${id}`));
  const names = async (): Promise<string[]> =>
    (await dataOf(api.get("/personas/list"))).map(({ name }: { name: string }) => name);

  describe("POST /api/v1/personas/create", () => {
    it("200 with the persona, texts trimmed", async () => {
      const given = {
        name: " Ada ",
        type: "optimizer",
        description: "Makes things fast.",
        cliId: "cli",
        model: "model-1",
        thinkingEffort: "high",
        instructions: "Measure first.",
        selectedSkills: ["profiling"],
        isEnabled: false,
      };
      const { status, body } = await api.post("/personas/create", given);
      expect(status).toBe(200);
      const id = expect.stringMatching(/^persona_/);
      const made = { learningsEnabled: true, version: 1, createdAt: time, updatedAt: time };
      expect(body.data).toEqual({ ...given, ...made, id, _id: body.data.id, name: "Ada" });
      expect(await get(body.data.id)).toEqual(body.data);
    });

    it("200 with only a name and a type; null counts as not given", async () => {
      const nulls = { description: null, cliId: null, model: null, thinkingEffort: null, instructions: null };
      const persona = await create({ ...nulls, selectedSkills: null, isEnabled: null });
      expect(persona).toMatchObject({ ...wanted, ...nobody });
    });

    it.each([
      ["name", { type: "designer" }],
      ["name", { ...wanted, name: " " }],
      ["type", { name: "Ada" }],
      ["type", { ...wanted, type: null }],
      ["selectedSkills", { ...wanted, selectedSkills: "all" }],
      ["selectedSkills.0", { ...wanted, selectedSkills: [1] }],
      ["isEnabled", { ...wanted, isEnabled: "yes" }],
      ["learningsEnabled", { ...wanted, learningsEnabled: true }],
      ["instructions", { ...wanted, instructions: "x".repeat(50_001) }],
    ])("400 VALIDATION naming %s", async (field, body) => {
      expect(await refusalOf(api.post("/personas/create", body))).toEqual([400, "VALIDATION", field]);
      expect(await names()).toEqual([]);
    });
  });

  describe("GET /api/v1/personas/list", () => {
    it("200 with all of them, newest first, or in pages", async () => {
      for (const name of ["A", "B", "C"]) await create({ name });
      expect(await names()).toEqual(["C", "B", "A"]);
      const all = (await api.get("/personas/list")).body;
      expect(all).toMatchObject({ nextCursor: null, hasMore: false });
      const first = (await api.get("/personas/list?limit=2")).body;
      const second = (await api.get(`/personas/list?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(all.data);
      expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    });
  });

  describe("POST /api/v1/personas/update", () => {
    it("200 changing only the given fields; null clears; the result is the next version", async () => {
      const { updatedAt: _before, ...before } = await create({ model: "model-1", description: "Old." });
      const change = { name: "Grace", description: null, selectedSkills: ["a"], learningsEnabled: false };
      const after = await dataOf(api.post("/personas/update", { personaId: before.id, ...change }));
      expect(after).toEqual({ ...before, ...change, version: 2, updatedAt: time });
      expect(await get(before.id)).toEqual(after);
    });

    it("200 leaving a persona unchanged when no field is given", async () => {
      const persona = await create();
      expect(await dataOf(api.post("/personas/update", { personaId: persona.id }))).toEqual(persona);
    });

    it.each([
      ["personaId", {}],
      ["name", { personaId: "persona_x", name: null }],
      ["isEnabled", { personaId: "persona_x", isEnabled: null }],
      ["colour", { personaId: "persona_x", colour: "red" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/personas/update", body))).toEqual([400, "VALIDATION", field]);
    });
  });

  it("POST /api/v1/personas/toggle: 200 enabling or disabling it, each time as a new version", async () => {
    const { id } = await create();
    const toggle = () => dataOf(api.post("/personas/toggle", { personaId: id }));
    expect(await toggle()).toMatchObject({ id, isEnabled: false, version: 2 });
    expect(await toggle()).toMatchObject({ id, isEnabled: true, version: 3 });
  });

  it("POST /api/v1/personas/duplicate: 200 with an independent copy of the persona", async () => {
    const original = await create({ instructions: "Think.", selectedSkills: ["a"], isEnabled: false });
    await dataOf(api.post("/personas/update", { personaId: original.id, learningsEnabled: false }));
    const copy = await dataOf(api.post("/personas/duplicate", { personaId: original.id }));
    expect(copy).toMatchObject({ name: "Ada (copy)", instructions: "Think.", selectedSkills: ["a"] });
    expect(copy).toMatchObject({ isEnabled: false, learningsEnabled: false, version: 1 });
    await dataOf(api.post("/personas/update", { personaId: copy.id, name: "Grace" }));
    expect(await names()).toEqual(["Grace", "Ada"]);
  });

  describe("POST /api/v1/personas/delete", () => {
    it("200 for good; workflows that name it stay unchanged", async () => {
      const { id } = await create();
      const steps = [{ role: "designer", name: "Design", personaId: id }];
      const workflowId = await createWorkflow(api, { steps });
      expect(await dataOf(api.post("/personas/delete", { personaId: id }))).toEqual({ id, _id: id, deleted: true });
      expect(await refusalOf(api.get(`/personas/get?id=${id}`))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.post("/personas/delete", { personaId: id }))).toEqual([404, "NOT_FOUND"]);
      expect((await dataOf(api.get(`/workflows/${workflowId}`))).steps[0].personaId).toBe(id);
      const runId = (await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }))).id;
      const step = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
      await job.call("runStep.updateStatus", { stepId: step.id, status: "completed" });
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).steps[0].personaVersionSnapshot).toBeNull();
    });
  });

  describe("POST /api/v1/personas/bulk-delete", () => {
    it("200 deleting each once", async () => {
      const ids = [(await create({ name: "A" })).id, (await create({ name: "B" })).id];
      await create({ name: "C" });
      const answer = await dataOf(api.post("/personas/bulk-delete", { personaIds: [...ids, ids[0]] }));
      expect(answer).toEqual({ ids, count: 2, deleted: true });
      expect(await names()).toEqual(["C"]);
    });

    it.each([
      ["404 NOT_FOUND", () => "persona_x"],
      ["403 FORBIDDEN", async () => (await dataOf(stranger.post("/personas/create", wanted))).id],
    ])("%s when one of them does not exist, and all stay", async (refusal, other) => {
      const { id } = await create();
      const answer = await refusalOf(api.post("/personas/bulk-delete", { personaIds: [id, await other()] }));
      expect(answer.join(" ")).toBe(refusal);
      expect(await names()).toEqual(["Ada"]);
    });

    it.each([[[]], [Array.from({ length: 101 }, () => "persona_x")]])(
      "400 VALIDATION for none or too many",
      async (personaIds) => {
        expect(await refusalOf(api.post("/personas/bulk-delete", { personaIds }))).toEqual([
          400,
          "VALIDATION",
          "personaIds",
        ]);
      },
    );
  });

  describe("GET /api/v1/personas/analytics", () => {
    async function runWith(personaId: string, ends: object[]): Promise<string> {
      const steps = ends.map((_, at) => ({ role: "designer", name: `Step ${at}`, personaId }));
      const workflowId = await createWorkflow(api, { steps });
      const runId = (await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }))).id;
      for (const [stepIndex, end] of ends.entries()) {
        const step = await job.call("runStep.create", { runId, role: "designer", name: "Step", stepIndex });
        await job.call("runStep.updateStatus", { stepId: step.id, status: "running" });
        await job.call("runStep.updateStatus", { stepId: step.id, ...end });
      }
      return runId;
    }

    it("200 with the sums of its steps, each run counted once, by day and in total", async () => {
      const { id } = await create();
      const tokenUsage = { inputTokens: 100, outputTokens: 20 };
      await runWith(id, [
        { status: "completed", tokenUsage, qualityScores: { correctness: 0.2, composite: 0.9 } },
        { status: "failed", tokenUsage },
      ]);
      await runWith(id, [
        { status: "completed", qualityScores: { correctness: 0.4, style: 0.6 } },
        { status: "skipped" },
      ]);
      const all = await dataOf(api.get(`/personas/analytics?id=${id}`));
      expect(all).toEqual({
        personaId: id,
        runs: 2,
        steps: 3,
        completed: 2,
        failed: 1,
        successRate: 2 / 3,
        averageQuality: expect.closeTo(0.7),
        inputTokens: 200,
        outputTokens: 40,
        costUsd: 0,
        averageDurationMs: expect.any(Number),
      });
      for (const days of [1, 30, 366]) {
        expect(await dataOf(api.get(`/personas/analytics?id=${id}&days=${days}`))).toEqual(all);
      }
    });

    it("200 with what a step used, recorded before its end or after", async () => {
      const { id } = await create();
      const workflowId = await createWorkflow(api, { steps: [{ role: "designer", name: "Design", personaId: id }] });
      const runId = (await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }))).id;
      const step = await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
      const sandbox = { runId, runtimeSandboxId: "box-1", stepId: step.id };
      const sandboxId = (await job.call("sandbox.create", sandbox)).id;
      const tokenUsage = { inputTokens: 100, outputTokens: 20 };
      const usage = { sandboxId, tokenUsage, durationMs: 0, service: "unrated" };
      await job.call("usage.computeCostAndRecord", usage);
      expect(await dataOf(api.get(`/personas/analytics?id=${id}`))).toMatchObject({ steps: 0, inputTokens: 0 });
      await job.call("runStep.updateStatus", { stepId: step.id, status: "completed" });
      await job.call("usage.computeCostAndRecord", usage);
      const used = { runs: 1, steps: 1, inputTokens: 200, outputTokens: 40 };
      expect(await dataOf(api.get(`/personas/analytics?id=${id}`))).toMatchObject(used);
    });

    it("200 with nulls when there is nothing to average", async () => {
      const { id } = await create();
      expect(await dataOf(api.get(`/personas/analytics?id=${id}&days=7`))).toEqual({ personaId: id, ...nothingDone });
    });

    it("shows nothing of a persona that was disabled when the step began", async () => {
      const { id } = await create({ isEnabled: false });
      await runWith(id, [{ status: "completed" }]);
      expect(await dataOf(api.get(`/personas/analytics?id=${id}`))).toEqual({ personaId: id, ...nothingDone });
    });

    it.each(["0", "367", "1.5", "many", ""])("400 VALIDATION for days=%s", async (days) => {
      const { id } = await create();
      const answer = api.get(`/personas/analytics?id=${id}&days=${days}`);
      expect(await refusalOf(answer)).toEqual([400, "VALIDATION", "days"]);
    });
  });

  it("a step keeps the persona's version with which it ran, also after changes of the persona", async () => {
    const { id } = await create({ cliId: "cli", model: "model-1", thinkingEffort: "high" });
    const steps = [{ role: "designer", name: "Design", personaId: id }];
    const workflowId = await createWorkflow(api, { steps });
    const runId = (await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }))).id;
    await job.call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0 });
    const snapshot = async () => (await dataOf(api.get(`/runs/get?id=${runId}`))).steps[0].personaVersionSnapshot;
    const before = await snapshot();
    const version = { version: 1, name: "Ada", cliId: "cli", model: "model-1", thinkingEffort: "high" };
    expect(before).toEqual({ id: expect.stringMatching(/^pv_/), _id: before.id, ...version });
    await dataOf(api.post("/personas/update", { personaId: id, model: "model-2" }));
    expect(await snapshot()).toEqual(before);
    await dataOf(api.post("/personas/delete", { personaId: id }));
    expect(await snapshot()).toEqual(before);
  });

  describe("persona.get", () => {
    it("returns the persona as REST does, and refuses unknown ids", async () => {
      const persona = await create();
      expect(await job.call("persona.get", { personaId: persona.id })).toEqual(persona);
      expect(await job.refused("persona.get", { personaId: "persona_x" })).toEqual([400, expect.any(String)]);
    });
  });

  const named = ["update", "delete", "duplicate", "toggle"];

  it("403 FORBIDDEN for another project's, which stays", async () => {
    const persona = await create();
    for (const call of [
      stranger.get(`/personas/get?id=${persona.id}`),
      stranger.get(`/personas/analytics?id=${persona.id}`),
      ...named.map((name) => stranger.post(`/personas/${name}`, { personaId: persona.id })),
    ]) {
      expect(await refusalOf(call)).toEqual([403, "FORBIDDEN"]);
    }
    expect(await get(persona.id)).toEqual(persona);
  });

  it.each(["persona_", "persona_x", "wf_x"])("404 NOT_FOUND for the id %s", async (id) => {
    expect(await refusalOf(api.get(`/personas/get?id=${id}`))).toEqual([404, "NOT_FOUND"]);
    expect(await refusalOf(api.get(`/personas/analytics?id=${id}`))).toEqual([404, "NOT_FOUND"]);
    for (const name of named) {
      expect(await refusalOf(api.post(`/personas/${name}`, { personaId: id }))).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["personas:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:write"])).apiKey);
    expect((await reader.get("/personas/list")).status).toBe(200);
    expect(await refusalOf(other.get("/personas/list"))).toEqual([403, "SCOPE_DENIED"]);
    for (const name of ["create", "bulk-delete", ...named]) {
      expect(await refusalOf(reader.post(`/personas/${name}`))).toEqual([403, "SCOPE_DENIED"]);
    }
  });
});
