// The process is killed in the middle of a bulk action. When it runs again, the action continues by itself, comes to
// its end, and has touched each run once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { readTables } from "../support/consistency/tables";
import { startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { client, createProject, createWorkflow, dataOf } from "../support/fixtures";

const count = 300;
const runsPerStart = 100;
const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-bulk-action-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it("a bulk action acts once on each run, also when the process is killed meanwhile", { timeout: 280_000 }, async () => {
  let engine = await startEngine({ appDir: rootDirectory, dataDir });
  const deployment = deploymentOn(() => engine);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const workflowId = await createWorkflow(api);
  const one = { workflowId, prompt: "Build it.", labels: ["many"] };
  for (let started = 0; started < count; started += runsPerStart) {
    await dataOf(api.post("/runs/start-many", { runs: Array.from({ length: runsPerStart }, () => one) }));
  }

  /** Returns how many runs were done when the process was last asked before its end. */
  async function actWithCrash(action: "cancel" | "restart"): Promise<number> {
    const { id } = await dataOf(api.post("/runs/bulk", { action, filter: { label: "many" } }));
    const show = () => dataOf(api.get(`/runs/bulk/${id}`));
    let seen = await show();
    while (seen.done === 0) seen = await show();
    await engine.kill();
    engine = await startEngine({ dataDir });
    await expect.poll(async () => (await show()).status, { timeout: 60_000 }).toBe("completed");
    expect(await show()).toMatchObject({ matched: count, done: count, skipped: 0 });
    await expectConsistent(engine);
    return seen.done;
  }
  const eventsOf = async (type: string) => {
    const tables = await readTables(engine);
    return tables.rows("events").filter((event) => event.type === type);
  };

  const seen = [await actWithCrash("cancel")];
  const cancelled = await eventsOf("run.cancelled");
  expect([cancelled.length, new Set(cancelled.map(({ runId }) => runId)).size]).toEqual([count, count]);
  seen.push(await actWithCrash("restart"));
  const tables = await readTables(engine);
  expect(tables.rows("runs").map(({ status, attempt }) => [status, attempt])).toEqual(
    Array.from({ length: count }, () => ["pending", 2]),
  );
  const open = tables.rows("jobs").filter(({ status }) => status === "queued");
  expect([open.length, new Set(open.map(({ subjectId }) => subjectId)).size]).toEqual([count, count]);
  // Otherwise every crash came too late to test anything.
  expect(Math.min(...seen)).toBeLessThan(count);
  console.log(`The process was killed when ${seen.join(" and ")} of ${count} runs were done.`);
  await engine.kill();
});
