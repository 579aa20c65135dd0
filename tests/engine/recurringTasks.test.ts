// A thousand recurring tasks are due at the same minute, and only the engine's own clock starts them. The tests check
// the wake-up, its batches, and crashes. CRASH_SEED repeats a run.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { client, createProject, createWorkflow, dataOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { randomNumbers } from "./crashLoad";

const dueMs = Date.parse("2027-03-01T09:00:00Z");
const tomorrow = "2027-03-02T09:00:00.000Z";
const taskCount = 1000;
const crashes = 6;
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 2 ** 31);

/** The same moment, as local times in several time zones. */
const schedules = [
  { timezone: "UTC", scheduledHour: 9, scheduledMinute: 0 },
  { timezone: "Europe/Berlin", scheduledHour: 10, scheduledMinute: 0 },
  { timezone: "Asia/Kolkata", scheduledHour: 14, scheduledMinute: 30 },
  { timezone: "America/New_York", scheduledHour: 4, scheduledMinute: 0 },
];

const folder = mkdtempSync(path.join(tmpdir(), "switchyard-recurring-"));
const prepared = path.join(folder, "prepared");
let apiKey: string;
/** Milliseconds until all tasks have run. The first test measures it. */
let spanMs = 4000;

const apiOf = (engine: RunningEngine): Client =>
  client(
    deploymentOn(() => engine),
    apiKey,
  );

beforeAll(async () => {
  const engine = await startEngine({ appDir: rootDirectory, dataDir: prepared, startsAtMs: dueMs - 60 * 60 * 1000 });
  ({ apiKey } = await createProject(deploymentOn(() => engine)));
  const api = apiOf(engine);
  const targetWorkflowId = await createWorkflow(api);
  let made = 0;
  const makeTasks = async () => {
    while (made < taskCount) {
      const schedule = schedules[made % schedules.length];
      const task = { title: `Task ${++made}`, prompt: "Go.", frequency: "daily", targetWorkflowId, ...schedule };
      await dataOf(api.post("/recurring-tasks", task));
    }
  };
  await Promise.all(Array.from({ length: 20 }, makeTasks));
  await engine.stop();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies the prepared data directory. */
function copyOfPrepared(name: string): string {
  const dataDir = path.join(folder, name);
  cpSync(prepared, dataDir, { recursive: true });
  return dataDir;
}

const runCount = async (api: Client): Promise<number> => (await dataOf(api.get("/project/counters"))).totalRuns;

const someRuns = (api: Client) => expect.poll(() => runCount(api), { timeout: 60_000, interval: 1 }).toBeGreaterThan(0);

/** Checks that each task has had one run and that there are no other runs. Returns the times of the runs. */
async function expectEachOnce(api: Client): Promise<string[]> {
  await expect.poll(() => runCount(api), { timeout: 60_000, interval: 100 }).toBe(taskCount);
  const tasks: { lastRunId: string; lastRunAt: string; nextRunAt: string }[] = (await api.get("/recurring-tasks")).body
    .data;
  expect(new Set(tasks.map(({ lastRunId }) => lastRunId)).size).toBe(taskCount);
  expect(new Set(tasks.map(({ nextRunAt }) => nextRunAt))).toEqual(new Set([tomorrow]));
  return tasks.map(({ lastRunAt }) => lastRunAt).sort();
}

it(`${taskCount} tasks due at the same minute run once each, all within it`, async () => {
  const engine = await startEngine({ dataDir: copyOfPrepared("minute"), startsAtMs: dueMs - 2000 });
  const api = apiOf(engine);
  const firedAt = await expectEachOnce(api);
  const [firstMs = 0, lastMs = 0] = [firedAt.at(0), firedAt.at(-1)].map((time = "") => Date.parse(time) - dueMs);
  expect(firstMs).toBeGreaterThanOrEqual(0);
  expect(lastMs).toBeLessThan(60_000);
  spanMs = lastMs;
  console.log(`${taskCount} tasks: the first batch ${firstMs} ms after they were due, the last ${lastMs} ms`);
  await engine.stop();
});

it(`they run once each over ${crashes} crashes meanwhile (CRASH_SEED=${seed})`, { timeout: 120_000 }, async () => {
  const dataDir = copyOfPrepared("crashes");
  const random = randomNumbers(seed);
  // Each engine's clock begins 30 seconds later, so that the time of a run shows which engine made it.
  const startOf = (crash: number) => dueMs + crash * 30_000;
  for (let crash = 0; crash < crashes; crash += 1) {
    const engine = await startEngine({ dataDir, startsAtMs: crash === 0 ? dueMs - 500 : startOf(crash) });
    // The first engine is killed after it has made some of the runs, however fast or slow the machine is.
    await (crash === 0 ? someRuns(apiOf(engine)) : sleep((random() * 2 * spanMs) / crashes));
    await engine.kill();
  }
  const engine = await startEngine({ dataDir, startsAtMs: startOf(crashes) });
  const firedAt = await expectEachOnce(apiOf(engine));
  await engine.kill();
  const runs = Array.from({ length: crashes + 1 }, () => 0);
  for (const time of firedAt) runs[Math.floor((Date.parse(time) - dueMs) / 30_000)]! += 1;
  console.log(`runs made by each engine: ${runs.join(", ")}`);
  // Otherwise no engine was killed in the middle of the work.
  expect(Math.max(...runs)).toBeLessThan(taskCount);
});
