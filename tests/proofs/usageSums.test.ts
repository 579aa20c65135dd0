// Five thousand records of usage, reported by sixty-four runners at once, on the engine in the mode in which mutations
// conflict as on Convex: the sums are those of a full count.
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { type RunningEngine, startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import {
  callbackOf,
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  startRun,
} from "../support/fixtures";

const runners = 64;
const records = 5000;

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory, concurrency: "optimistic" });
});
afterAll(async () => {
  await engine.kill();
});

it("5,000 records of 64 runs at once are counted once, by model, workflow, persona and run", async () => {
  const deployment = deploymentOn(() => engine);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const job = await callbackOf(deployment);
  const workflows = [await createWorkflow(api), await createWorkflow(api, { name: "Repair" })];
  const personaId = (await dataOf(api.post("/personas/create", { name: "Ada", type: "designer" }))).id;
  const sandboxes: string[] = [];
  for (let at = 0; at < runners; at++) {
    const { id: runId } = await startRun(api, { workflowId: workflows[at % 2]! });
    const step = { runId, role: "designer", name: "Design", stepIndex: 0, personaId };
    const stepId = (await job.call("runStep.create", step)).id;
    sandboxes.push(await createSandbox(job, { runId, stepId }));
  }
  const byModel = new Map<string, number>();
  let begun = 0;
  await Promise.all(
    sandboxes.map(async (sandboxId) => {
      while (begun < records) {
        const at = begun++;
        const model = `model-${at % 7}`;
        byModel.set(model, (byModel.get(model) ?? 0) + at);
        const report = { sandboxId, tokenUsage: { inputTokens: at }, durationMs: 1, service: "openai", model };
        await job.call("usage.computeCostAndRecord", { ...report, costUsd: at / 1_000_000, key: `turn ${at}` });
      }
    }),
  );
  const sumsBy = (groupBy: string) => dataOf(api.get(`/analytics/usage?groupBy=${groupBy}`));
  const counted = [...byModel].map(([name, inputTokens]) => ({ name, inputTokens, costUsd: inputTokens / 1_000_000 }));
  expect(await sumsBy("model")).toMatchObject(counted.toSorted((a, b) => b.costUsd - a.costUsd));
  for (const groupBy of ["workflow", "persona"]) {
    const sums: { records: number }[] = await sumsBy(groupBy);
    expect(sums.reduce((sum, row) => sum + row.records, 0)).toBe(records);
  }
  expect(await dataOf(api.get("/analytics/usage?groupBy=run&limit=100"))).toHaveLength(runners);
  await expectConsistent(engine);
}, 240_000);
