// The disk is full for a while. Reads work, writes are refused with the reason, and when there is space again
// everything works without a restart. Nothing is lost or half done.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { adminRequest, latestExport } from "../engine/backups";
import { expectConsistent } from "../support/consistency/check";
import { environmentOfDisk, fillDisk, makeRoom } from "../support/disk/disk";
import { startEngine, type RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import {
  callbackOf,
  client,
  createProject,
  createWorkflow,
  dataOf,
  type Client,
  type Runner,
} from "../support/fixtures";

const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-full-"));
let engine: RunningEngine;
let api: Client;
let runner: Runner;
let workflowId: string;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory, dataDir, env: environmentOfDisk({ root: dataDir }) });
  const deployment = deploymentOn(() => engine);
  api = client(deployment, (await createProject(deployment)).apiKey);
  runner = await callbackOf(deployment);
  workflowId = await createWorkflow(api);
});
afterAll(async () => {
  makeRoom(dataDir);
  await engine.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const create = (title: string) => api.post("/issues/create", { title });
const issues = async (): Promise<string[]> => {
  const { data } = (await api.get("/issues/list?limit=100")).body;
  return data.map(({ title }: { title: string }) => title).toSorted();
};
const health = async () => {
  const response = await fetch(`${engine.httpUrl}/healthz`);
  return { status: response.status, body: await response.json() };
};
const full = expect.stringContaining("disk of the deployment is full");

it("refuses writes with 503 and still reads, until there is space", { timeout: 120_000 }, async () => {
  await dataOf(create("before"));
  const scheduledFor = Date.now() + 1_500;
  const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Later.", scheduledFor }));
  expect(await health()).toMatchObject({ status: 200, body: { status: "ok" } });
  fillDisk(dataDir);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`meanwhile ${index}`)));
  for (const { status, body, headers } of answers) {
    expect([status, body.error]).toEqual([
      503,
      { code: "UNAVAILABLE", message: full, requestId: headers.get("X-Request-ID"), retryable: true },
    ]);
  }
  expect(await runner.refused("job.claim", { runnerId: "r" })).toEqual([503, full]);
  // Its last test write succeeded a moment ago, but the engine knows of the failures.
  expect(await health()).toMatchObject({ status: 503, body: { error: { code: "UNAVAILABLE", message: full } } });
  for (let turn = 0; turn < 3; turn++) {
    expect(await issues()).toEqual(["before"]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
  expect((await dataOf(api.get(`/runs/get?id=${runId}`))).status).toBe("scheduled");
  makeRoom(dataDir);
  expect(await health()).toMatchObject({ status: 200, body: { status: "ok" } });
  await dataOf(create("afterwards"));
  expect(await issues()).toEqual(["afterwards", "before"]);
  await expect.poll(async () => (await dataOf(api.get(`/runs/get?id=${runId}`))).status).toBe("pending");
  await expectConsistent(engine);
});

it("an export without enough space fails, and prevents neither the next one nor the stop", async () => {
  // The text is long enough that writing it takes a while.
  const description = () => randomBytes(7_000).toString("hex");
  const long = Array.from({ length: 200 }, (_, index) => ({ title: `long ${index}`, description: description() }));
  for (const issue of long) await dataOf(api.post("/issues/create", issue));
  const request = () => adminRequest(engine, "/api/export/request/zip?includeStorage=false", { method: "POST" });
  expect((await request()).status).toBe(200);
  fillDisk(dataDir);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  makeRoom(dataDir);
  await expect.poll(async () => (await latestExport(engine)).state).toBe("failed");
  await expectConsistent(engine);
  expect((await request()).status).toBe(200);
  fillDisk(dataDir);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await engine.stop()).toBe(0);
  makeRoom(dataDir);
  engine = await startEngine({ dataDir });
  expect(await issues()).toHaveLength(100);
  await expectConsistent(engine);
});
