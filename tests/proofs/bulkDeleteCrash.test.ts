// After runs were deleted together, their sandboxes, steps and jobs end shortly after the answer. The process is killed
// between the two. When it runs again, all of them end, and the counters are right.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { readTables } from "../support/consistency/tables";
import { startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackOf, client, createProject, createSandbox, createWorkflow, dataOf } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";

const rounds = 3;
const runsPerRound = 25;
const sandboxesPerRun = 3;
const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-bulk-crash-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function startBusyRun(api: Client, job: Runner, workflowId: string): Promise<string> {
  const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }));
  await job.call("run.updateStatus", { runId, status: "running" });
  await job.call("runStep.create", { runId, stepIndex: 0, role: "designer", name: "Design" });
  for (let made = 0; made < sandboxesPerRun; made++) {
    const sandboxId = await createSandbox(job, { runId, runtimeSandboxId: `${runId} ${made}`, status: "running" });
    await dataOf(api.post("/sandboxes/send-message", { sandboxId, content: "Hello?" }));
  }
  return runId;
}

it("open work of deleted runs ends, also after a crash directly after the answer", { timeout: 280_000 }, async () => {
  let engine = await startEngine({ appDir: rootDirectory, dataDir });
  const deployment = deploymentOn(() => engine);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const job = await callbackOf(deployment);
  const workflowId = await createWorkflow(api);
  let endedLater = 0;
  for (let round = 0; round < rounds; round++) {
    const runIds: string[] = [];
    while (runIds.length < runsPerRound) runIds.push(await startBusyRun(api, job, workflowId));
    await dataOf(api.post("/runs/bulk-delete", { runIds }));
    await engine.kill();
    const killedAtMs = Date.now();
    engine = await startEngine({ dataDir });
    await expectConsistent(engine);
    const active = async () => (await dataOf(api.get("/project/counters"))).activeSandboxes;
    await expect.poll(active, { timeout: 30_000 }).toBe(0);
    const tables = await readTables(engine);
    const sandboxes = tables.rows("sandboxes");
    expect(sandboxes.map(({ status }) => status)).toEqual(sandboxes.map(() => "killed"));
    expect(tables.rows("runSteps").filter(({ status }) => status !== "cancelled")).toEqual([]);
    expect(tables.rows("jobs").filter(({ status }) => status !== "cancelled")).toEqual([]);
    expect(sandboxes).toHaveLength((round + 1) * runsPerRound * sandboxesPerRun);
    endedLater += sandboxes.filter(({ endedAtMs = 0 }) => endedAtMs > killedAtMs).length;
    await expectConsistent(engine);
  }
  // Otherwise every crash came too late to test anything.
  expect(endedLater).toBeGreaterThan(0);
  console.log(`${endedLater} of ${rounds * runsPerRound * sandboxesPerRun} sandboxes ended after the crash.`);
  await engine.kill();
});
