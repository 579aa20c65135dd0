// Another process holds the write lock of the database, as a shell on the file or a backup does. Writes wait for some
// seconds and are then refused with the reason; reads do not wait.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Connection } from "../../engine/persistence/connection";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { startEngine, type RunningEngine } from "../support/engine";
import { callFunction, deploymentOn } from "../support/engineDeployment";
import { client, createProject, dataOf, type Client } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";

const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-locked-"));
let engine: RunningEngine;
let api: Client;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory, dataDir });
  const deployment = deploymentOn(() => engine);
  api = client(deployment, (await createProject(deployment)).apiKey);
});
afterAll(async () => {
  await engine.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const create = (title: string) => api.post("/issues/create", { title });

/** Holds the lock for `holdMs` milliseconds, during which `work` runs. */
async function whileLocked<T>(holdMs: number, work: () => Promise<T>): Promise<T> {
  const other = new Connection(path.join(dataDir, "data.sqlite"), { lockWaitMs: 5_000 });
  other.exec("BEGIN IMMEDIATE");
  const held = new Promise<void>((resolve) => {
    setTimeout(() => {
      other.exec("ROLLBACK");
      other.close();
      resolve();
    }, holdMs);
  });
  const result = await work();
  await held;
  return result;
}

it("a write waits for a lock that is held for three seconds, and reads do not wait", async () => {
  const issues = async (): Promise<unknown[]> => (await api.get("/issues/list")).body.data;
  const before = await issues();
  let slowestMs = 0;
  await whileLocked(3_000, async () => {
    const writing = create("waited");
    for (let turn = 0; turn < 10; turn++) {
      const began = performance.now();
      await callFunction(engine, "_system/cli/tables", {});
      slowestMs = Math.max(slowestMs, performance.now() - began);
    }
    expect((await writing).status).toBe(200);
  });
  expect(await issues()).toHaveLength(before.length + 1);
  expectWithin(1_000, slowestMs, "milliseconds of a read");
});

it("a write is refused when the lock is held for longer, and everything works afterwards", async () => {
  const { data: before } = (await api.get("/issues/list")).body;
  await whileLocked(7_000, async () => {
    const [written, read] = await Promise.all([create("refused"), api.get("/issues/list")]);
    const { status, body, headers } = written;
    const message = expect.stringContaining("Another process holds the lock");
    const requestId = headers.get("X-Request-ID");
    expect([status, body]).toEqual([503, { error: { code: "UNAVAILABLE", message, requestId, retryable: true } }]);
    // The use of the key could not be recorded, but the request is answered nevertheless.
    expect([read.status, read.body.data]).toEqual([200, before]);
  });
  await dataOf(create("afterwards"));
  expect((await api.get("/issues/list")).body.data).toHaveLength(before.length + 1);
  await expectConsistent(engine);
});
