// The machine's clock is set back by an hour during a restart. Commits are still in order, runners keep their claims,
// and scheduled work runs when the clock shows its time.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { readTables } from "../support/consistency/tables";
import { startEngine, type RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackOf, client, createProject, createWorkflow, dataOf } from "../support/fixtures";

const hourMs = 3_600_000;
const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-clock-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it("commits stay in order and work continues when the clock goes back", { timeout: 240_000 }, async () => {
  let engine: RunningEngine = await startEngine({ appDir: rootDirectory, dataDir, startsAtMs: Date.now() + hourMs });
  const deployment = deploymentOn(() => engine);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const runner = await callbackOf(deployment);
  const workflowId = await createWorkflow(api);
  const create = async (title: string): Promise<string> => (await dataOf(api.post("/issues/create", { title }))).id;
  const start = async (wanted: object): Promise<string> =>
    (await dataOf(api.post("/runs/start", { workflowId, prompt: "Go.", ...wanted }))).id;
  await create("before");
  const runId = await start({});
  const claimed = await runner.call("job.claim", { runnerId: "one", leaseMs: 5_000 });
  expect(claimed.runId).toBe(runId);
  expect(await engine.stop()).toBe(0);

  engine = await startEngine({ dataDir });
  await create("after");
  const { data } = (await api.get("/issues/list")).body;
  expect(data.map(({ title }: { title: string }) => title)).toEqual(["after", "before"]);
  const times = (await readTables(engine)).rows("issues").map((issue) => issue._creationTime);
  expect(times.length).toBe(new Set(times).size);
  // The runner still holds its job, and may end it.
  await runner.call("job.heartbeat", { jobId: claimed.id, runnerId: "one" });
  await runner.call("job.complete", { jobId: claimed.id, runnerId: "one" });
  const scheduled = await start({ scheduledFor: Date.now() + 2_000 });
  const status = async () => (await dataOf(api.get(`/runs/get?id=${scheduled}`))).status;
  await expect.poll(status, { timeout: 70_000, interval: 250 }).toBe("pending");
  expect((await fetch(`${engine.httpUrl}/healthz`)).status).toBe(200);
  await expectConsistent(engine);
  await engine.kill();
});
