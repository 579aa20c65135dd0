// Fields whose names the caller chooses never cause an internal error. A map with a name that Convex cannot store is
// refused with the name of the field, or the map is stored as text and may have any names.
import { describe, expect, it } from "vitest";
import type { $ZodType, $ZodTypes } from "zod/v4/core";
import { allOperations } from "../../convex/callback/operations";
import { allRoutes } from "../support/allRoutes";
import { describeEverywhere } from "../support/deployment";
import {
  createSandbox,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";

const impossible = ["$x", "é", "a\0b", "x".repeat(2000), ""];

/** Returns the paths of the maps in the arguments of an operation. */
function mapsIn(schema: $ZodType, path = ""): string[] {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case "record":
    case "unknown":
    case "any":
      return [path];
    case "object":
      return Object.entries(def.shape).flatMap(([name, field]) => mapsIn(field, `${path}.${name}`));
    case "array":
      return mapsIn(def.element, `${path}[]`);
    case "optional":
    case "nullable":
    case "default":
      return mapsIn(def.innerType, path);
    case "union":
      return def.options.flatMap((option) => mapsIn(option, path));
    case "pipe":
      return mapsIn(def.in, path);
    default:
      return [];
  }
}

it("lists all maps that requests can have: a new one needs a test below", async () => {
  const found: string[] = [];
  for (const route of allRoutes) {
    const load = route.method === "GET" ? route.query : route.body;
    if (load !== undefined) found.push(...mapsIn(await load(), `${route.method} ${route.path} `));
  }
  for (const { name, args } of await allOperations()) found.push(...mapsIn(await args(), `${name} `));
  expect(found.toSorted()).toEqual([
    "POST /merging/start .config",
    "POST /project/settings/update .deployEnvVars",
    "POST /project/settings/update .envVars",
    "POST /project/settings/update .testUserCredentials",
    "POST /runs/questions/answer .answer",
    "POST /runs/start .metadata",
    "POST /runs/start-many .runs[].metadata",
    "POST /workflows .steps[].outputSchema",
    "PUT /workflows/:id .steps[].outputSchema",
    "job.complete .result",
    "message.store .data",
    "message.streamCreate .data",
    "message.streamFinalize .data",
    "run.ask .default",
    "run.ask .schema",
    "run.create .metadata",
    "runStep.updateStatus .output",
    "runStep.updateStatus .qualityScores",
    "sessionQuestions.updateAssumptionsByIssueSession .assumptions",
  ]);
});

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api } = projectForEach(deployment);

  describe.each(impossible.map((name) => [JSON.stringify(name).slice(0, 20), name] as const))("%s", (_shown, name) => {
    it("400 VALIDATION in the variables of a project and the configuration of a merge run", async () => {
      for (const field of ["envVars", "deployEnvVars", "testUserCredentials"]) {
        const [status, code, named = ""] = await refusalOf(
          api.post("/project/settings/update", { [field]: { [name]: "1" } }),
        );
        expect([status, code, named.split(".")[0]]).toEqual([400, "VALIDATION", field]);
      }
      const pullRequests = [{ prUrl: "https://code.example/1", prNumber: 1 }];
      for (const config of [{ [name]: 1 }, { inside: [{ [name]: 1 }] }]) {
        expect(await refusalOf(api.post("/merging/start", { pullRequests, config }))).toEqual([
          400,
          "VALIDATION",
          "config",
        ]);
      }
    });

    it("400 in the scores of a step and the assumptions of a session, naming the field", async () => {
      const { id: runId } = await startRun(api);
      const { id: stepId } = await job.call("runStep.create", { runId, role: "judge", name: "Judge", stepIndex: 0 });
      const scores = { stepId, status: "running", qualityScores: { [name]: 1 } };
      const [status, sentence] = await job.refused("runStep.updateStatus", scores);
      expect([status, sentence.startsWith("args.qualityScores")]).toEqual([400, true]);
      const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
      const assumptions = { issueSessionId, assumptions: { [name]: "Because." } };
      const refusal = await job.refused("sessionQuestions.updateAssumptionsByIssueSession", assumptions);
      expect([refusal[0], refusal[1].startsWith("args.assumptions")]).toEqual([400, true]);
    });

    it("400 in the schema, the default and the answer of a question, naming the field", async () => {
      const { id: runId } = await startRun(api);
      const question = { runId, key: "where", title: "Where to?" };
      const schema = { type: "object", properties: { [name]: { type: "number" } } };
      for (const [field, value] of Object.entries({ schema, default: { [name]: 1 } })) {
        const refusal = await job.refused("run.ask", { ...question, [field]: value });
        expect([refusal[0], refusal[1].startsWith(`args.${field}`)]).toEqual([400, true]);
      }
      const { id: questionId } = await job.call("run.ask", question);
      const answer = { questionId, answer: { [name]: 1 } };
      const [status, code, named = ""] = await refusalOf(api.post("/runs/questions/answer", answer));
      expect([status, code, named.split(".")[0]]).toEqual([400, "VALIDATION", "answer"]);
    });

    it("400 in the data of a message, naming the field", async () => {
      const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
      for (const data of [{ [name]: 1 }, { inside: [{ [name]: 1 }] }]) {
        for (const [operation, args] of [
          ["message.store", { role: "tool", content: "x", timestamp: 0 }],
          ["message.streamCreate", { messageId: "m" }],
          ["message.streamFinalize", { messageId: "m", finalContent: "x" }],
        ] as const) {
          const [status, sentence] = await job.refused(operation, { sandboxId, ...args, data });
          expect([status, sentence.startsWith("args.data")]).toEqual([400, true]);
        }
      }
    });

    it("400 in the metadata of a run, naming the field", async () => {
      const workflowId = await createWorkflow(api);
      const run = { workflowId, prompt: "Build it.", metadata: { [name]: "1" } };
      expect(await refusalOf(api.post("/runs/start", run))).toEqual([400, "VALIDATION", "metadata"]);
      const many = await refusalOf(api.post("/runs/start-many", { runs: [run] }));
      expect(many).toEqual([400, "VALIDATION", "runs.0.metadata"]);
      const [status, sentence] = await job.refused("run.create", { ...run, status: "running" });
      expect([status, sentence.startsWith("args.metadata")]).toEqual([400, true]);
    });

    it("400 in the schema and the output of a step, naming the field", async () => {
      const step = { role: "judge", name: "Judge" };
      const outputSchema = { properties: { [name]: { type: "number" } } };
      expect(await refusalOf(api.post("/workflows", { name: "Build", steps: [{ ...step, outputSchema }] }))).toEqual([
        400,
        "VALIDATION",
        "steps.0.outputSchema",
      ]);
      const { id: runId } = await startRun(api);
      const { id: stepId } = await job.call("runStep.create", { runId, ...step, stepIndex: 0 });
      const report = { stepId, status: "completed", output: { [name]: 1 } };
      const [status, sentence] = await job.refused("runStep.updateStatus", report);
      expect([status, sentence.startsWith("args.output")]).toEqual([400, true]);
    });

    it("is stored in the result of a job", async () => {
      const { id: runId } = await startRun(api);
      for (;;) {
        const claimed = await job.call("job.claim", { runnerId: "one" });
        const result = { [name]: { [name]: 1 } };
        const done = await job.call("job.complete", { jobId: claimed.id, runnerId: "one", result });
        expect(done.status).toBe("done");
        if (claimed.runId === runId) break;
      }
    });
  });

  it("400 VALIDATION for configurations that are nested more deeply, or are longer, than a function's arguments may be", async () => {
    const pullRequests = [{ prUrl: "https://code.example/1", prNumber: 1 }];
    const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
    const fields = Object.fromEntries(Array.from({ length: 1025 }, (_, index) => [`f${index}`, 1]));
    for (const config of [nested(100), { list: Array.from({ length: 9000 }, () => 1) }, fields]) {
      expect(await refusalOf(api.post("/merging/start", { pullRequests, config }))).toEqual([
        400,
        "VALIDATION",
        "config",
      ]);
    }
    await dataOf(api.post("/merging/start", { pullRequests, config: nested(30) }));
  });

  it("a name of a variable may be long, and begin with _", async () => {
    const envVars = { [`_${"X".repeat(254)}`]: "1" };
    expect((await dataOf(api.post("/project/settings/update", { envVars }))).envVars).toEqual(envVars);
  });
});
