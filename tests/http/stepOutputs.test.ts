// Steps of a workflow that end with an output, which is checked with a JSON Schema.
import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";

const findings = {
  type: "object",
  properties: {
    items: { type: "array", items: { type: "object", properties: { price: { type: "number", minimum: 0 } } } },
    title: { type: ["string", "null"] },
  },
  required: ["items"],
  additionalProperties: false,
};

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api } = projectForEach(deployment);
  const steps = [
    { role: "researcher", name: "Look", outputSchema: findings },
    { role: "judge", name: "Judge" },
  ];

  /** Starts a run of a workflow with these steps, and claims its job. */
  async function begin(planned: object[] = steps) {
    const workflowId = await createWorkflow(api, { steps: planned });
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Look." }));
    return { workflowId, runId: runId as string };
  }
  const createStep = async (runId: string, stepIndex = 0, role = "researcher"): Promise<string> =>
    (await job.call("runStep.create", { runId, role, name: "Look", stepIndex })).id;
  const end = (stepId: string, more: object) =>
    job.call("runStep.updateStatus", { stepId, status: "completed", ...more });
  const refusedEnd = (stepId: string, more: object) =>
    job.refused("runStep.updateStatus", { stepId, status: "completed", ...more });

  describe("outputSchema of a workflow's step", () => {
    it("is shown, also to the runner, and can be changed and removed", async () => {
      const id = await createWorkflow(api, { steps });
      const schemas = (workflow: { steps: { outputSchema: unknown }[] }) =>
        workflow.steps.map(({ outputSchema }) => outputSchema);
      expect(schemas(await dataOf(api.get(`/workflows/${id}`)))).toEqual([findings, null]);
      expect(schemas(await job.call("workflow.get", { workflowId: id }))).toEqual([findings, null]);
      const changed = [
        { ...steps[0], outputSchema: true },
        { ...steps[1], outputSchema: null },
      ];
      expect(schemas(await dataOf(api.put(`/workflows/${id}`, { steps: changed })))).toEqual([true, null]);
    });

    it("is shown with each $ref replaced by its target", async () => {
      const $defs = { price: { type: "number" } };
      const outputSchema = { $schema: "https://json-schema.org/draft/2020-12/schema", $defs, $ref: "#/$defs/price" };
      const created = await api.post("/workflows", { name: "Build", steps: [{ ...steps[0], outputSchema }] });
      expect([created.status, created.body.data.steps[0].outputSchema]).toEqual([201, { type: "number" }]);
    });

    it.each<[string, unknown]>([
      ["steps.0.outputSchema", "object"],
      ["steps.0.outputSchema", { enum: ["x".repeat(32_768)] }],
      ["steps.0.outputSchema", { properties: { größe: true } }],
      ["steps.0.outputSchema.type", { type: "text" }],
      ["steps.0.outputSchema.pattern", { pattern: "(a+)+$" }],
      ["steps.0.outputSchema.properties.a.$ref", { properties: { a: { $ref: "https://example.com" } } }],
      ["steps.0.outputSchema.items.unevaluatedItems", { items: { unevaluatedItems: false } }],
    ])("400 VALIDATION naming %s", async (field, outputSchema) => {
      const body = { name: "Build", steps: [{ ...steps[0], outputSchema }] };
      expect(await refusalOf(api.post("/workflows", body))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("the output of a step", () => {
    it("is shown with the step, and null until then", async () => {
      const { runId } = await begin();
      const stepId = await createStep(runId);
      expect(await job.call("runStep.updateStatus", { stepId, status: "running" })).toMatchObject({ output: null });
      const output = { items: [{ price: 3 }, { price: 0, name: "Pen" }], title: null };
      expect(await end(stepId, { output })).toMatchObject({ status: "completed", output });
      // A further report of the same step needs no output, and leaves the one that it has.
      expect(await end(stepId, { qualityScores: { depth: 1 } })).toMatchObject({ output });
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).steps).toMatchObject([{ id: stepId, output }]);
      expect((await job.call("run.get", { runId })).steps).toMatchObject([{ id: stepId, output }]);
    });

    it.each<[string, unknown]>([
      ["output is required, because", undefined],
      ["output is required, because", null],
      ["output must be an object", "text"],
      ["output.items is required", {}],
      ["output.items must be a list", { items: {} }],
      ["output.items.1.price must be at least 0", { items: [{}, { price: -1 }] }],
      ["output.title must be text or null", { items: [], title: 5 }],
      ["output.more is unknown", { items: [], more: true }],
      ["args.output must have at most 64000 characters", { items: [], title: "x".repeat(64_000) }],
      ["args.output must have names of fields in ASCII", { items: [], $title: "x" }],
    ])("400 for a completion: %s", async (words, output) => {
      const { runId } = await begin();
      const stepId = await createStep(runId);
      expect(await refusedEnd(stepId, { output })).toEqual([400, expect.stringContaining(words)]);
      expect((await dataOf(api.get(`/runs/get?id=${runId}`))).steps).toMatchObject([
        { status: "pending", output: null },
      ]);
    });

    it.each([{ type: ["string", "null"] }, { enum: [null, 1] }, { const: null }, true])(
      "may be null where the schema allows it: %j",
      async (outputSchema) => {
        const { runId } = await begin([{ ...steps[0], outputSchema }]);
        const stepId = await createStep(runId);
        expect(await refusedEnd(stepId, {})).toEqual([400, expect.stringContaining("output is required")]);
        expect(await job.call("runStep.updateStatus", { stepId, status: "running", output: null })).toMatchObject({
          status: "running",
        });
        expect((await job.call("run.getDelivery", { runId })).outputs).toEqual([]);
        expect(await end(stepId, { output: null })).toMatchObject({ status: "completed", output: null });
        expect((await job.call("run.getDelivery", { runId })).outputs).toEqual([
          { stepIndex: 0, stepId, name: "Look", output: null },
        ]);
        expect(await end(stepId, {})).toMatchObject({ status: "completed", output: null });
      },
    );

    it("may be replaced by null where the schema allows it, and is kept elsewhere", async () => {
      const { runId } = await begin([{ ...steps[0], outputSchema: { type: ["string", "null"] } }, steps[0]!]);
      const [nullable, other] = [await createStep(runId), await createStep(runId, 1)];
      await end(nullable, { output: "text" });
      expect(await end(nullable, { output: null })).toMatchObject({ output: null });
      await end(other, { output: { items: [] } });
      expect(await end(other, { output: null })).toMatchObject({ output: { items: [] } });
    });

    it.each<[unknown, string]>([
      [false, "output has a schema that admits nothing."],
      [{ allOf: [false] }, "output has a schema that admits nothing."],
      [{ not: {} }, "output matches a form that is excluded (not)."],
      [{ type: "null", enum: [1] }, "output must be null."],
    ])("can never match %j, so the step cannot be completed", async (outputSchema, words) => {
      const { runId } = await begin([{ ...steps[0], outputSchema }]);
      const stepId = await createStep(runId);
      for (const output of [1, "text", { items: [] }]) {
        expect(await refusedEnd(stepId, { output })).toEqual([400, words]);
      }
      for (const none of [{}, { output: null }]) {
        expect(await refusedEnd(stepId, none)).toEqual([400, expect.stringContaining("output is required")]);
      }
      expect(await job.call("runStep.updateStatus", { stepId, status: "skipped" })).toMatchObject({ output: null });
      expect(await job.call("run.updateStatus", { runId, status: "completed" })).toMatchObject({ status: "completed" });
    });

    it("is neither needed nor accepted when the step is not completed", async () => {
      const { runId } = await begin();
      const stepId = await createStep(runId);
      expect(await job.refused("runStep.updateStatus", { stepId, status: "failed", output: { items: [] } })).toEqual([
        400,
        "output must be left out unless the status is completed.",
      ]);
      expect(await job.call("runStep.updateStatus", { stepId, status: "failed" })).toMatchObject({ output: null });
    });

    it("400 for a step whose place in the plan has no outputSchema, or another role", async () => {
      const { runId } = await begin();
      for (const stepId of [await createStep(runId, 1, "judge"), await createStep(runId, 0, "checker")]) {
        expect(await refusedEnd(stepId, { output: { items: [] } })).toEqual([
          400,
          "output must be left out, because the step of the workflow has no outputSchema.",
        ]);
        expect(await end(stepId, {})).toMatchObject({ status: "completed", output: null });
      }
      const without = await begin([{ role: "researcher", name: "Look" }]);
      expect((await refusedEnd(await createStep(without.runId), { output: 1 }))[0]).toBe(400);
    });

    it("is checked with the schema that the workflow had when the run began", async () => {
      const { runId, workflowId } = await begin();
      const changed = [{ ...steps[0], outputSchema: { type: "string" } }];
      await dataOf(api.put(`/workflows/${workflowId}`, { steps: changed }));
      const stepId = await createStep(runId);
      expect((await refusedEnd(stepId, { output: "text" }))[0]).toBe(400);
      await end(stepId, { output: { items: [] } });
      await dataOf(api.post("/runs/cancel", { runId }));
      await dataOf(api.post("/runs/restart", { runId }));
      const again = await createStep(runId);
      expect((await refusedEnd(again, { output: { items: [] } }))[0]).toBe(400);
      expect(await end(again, { output: "text" })).toMatchObject({ attempt: 2, output: "text" });
    });
  });

  describe("a runner that takes over", () => {
    it("receives the outputs of this attempt, the newest of each step, and each step's schema", async () => {
      const { runId } = await begin([...steps, { role: "designer", name: "Draw", outputSchema: { type: "integer" } }]);
      const delivered = async () => {
        const { steps: planned, outputs } = await job.call("run.getDelivery", { runId });
        return [planned.map(({ outputSchema }: { outputSchema: unknown }) => outputSchema), outputs];
      };
      const schemas = [findings, null, { type: "integer" }];
      expect(await delivered()).toEqual([schemas, []]);
      await end(await createStep(runId), { output: { items: [{ price: 1 }] } });
      const second = await createStep(runId);
      await end(second, { output: { items: [] } });
      const failed = await createStep(runId);
      await job.call("runStep.updateStatus", { stepId: failed, status: "failed" });
      const drawn = await createStep(runId, 2, "designer");
      await end(drawn, { output: 5 });
      const outputs = [
        { stepIndex: 0, stepId: second, name: "Look", output: { items: [] } },
        { stepIndex: 2, stepId: drawn, name: "Look", output: 5 },
      ];
      expect(await delivered()).toEqual([schemas, outputs]);
      await dataOf(api.post("/runs/cancel", { runId }));
      await dataOf(api.post("/runs/restart", { runId }));
      expect(await delivered()).toEqual([schemas, []]);
    });

    it("receives the outputs of the steps that a restart has kept", async () => {
      const { runId } = await begin();
      await end(await createStep(runId), { output: { items: [{ price: 1 }] } });
      await dataOf(api.post("/runs/cancel", { runId }));
      await dataOf(api.post("/runs/restart", { runId, fromStep: 1 }));
      const { outputs } = await job.call("run.getDelivery", { runId });
      expect(outputs).toMatchObject([{ stepIndex: 0, output: { items: [{ price: 1 }] } }]);
      const { steps: shown } = await dataOf(api.get(`/runs/get?id=${runId}`));
      expect(shown[0]).toMatchObject({
        id: outputs[0].stepId,
        attempt: 2,
        keptFromAttempt: 1,
        output: outputs[0].output,
      });
    });
  });
});
