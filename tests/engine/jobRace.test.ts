// Two runners race for the jobs of 500 runs, which are started meanwhile. Runners are killed and started again, or
// paused for longer than their leases last; the server is killed and started again too. jobRaceFindings.ts judges what
// the runners recorded and what the API shows at the end. RACE_SEED repeats a race as far as possible.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackOf, callbackSecret, client, createProject, createWorkflow, dataOf } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { randomNumbers } from "./crashLoad";
import { findingsOf } from "./jobRaceFindings";
import type { EndOfRun } from "./jobRaceFindings";
import { readObservations } from "./jobRaceRecord";
import type { Observation } from "./jobRaceRecord";

const runCount = 500;
const startedOverMs = 15_000;
const starters = 4;
const leaseMs = 5000;
type Blow = "kill the server" | "kill a runner" | "stop a runner";
const kills: Blow[] = [
  ...Array.from({ length: 6 }, () => "kill the server" as const),
  ...Array.from({ length: 6 }, () => "kill a runner" as const),
];
const seed = Number(process.env["RACE_SEED"] ?? Date.now() % 2 ** 31);
const folder = mkdtempSync(path.join(tmpdir(), "switchyard-race-"));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts one runner process after another. Each has a name of its own. */
class RunnerSlot {
  private child: ChildProcess | undefined;
  private readonly logs: string[] = [];
  private starts = 0;
  constructor(
    private readonly name: string,
    private readonly url: string,
  ) {}

  start(): void {
    const runner = `${this.name}-${++this.starts}`;
    const log = path.join(folder, `${runner}.log`);
    this.logs.push(log);
    const race = { RACE_URL: this.url, RACE_SECRET: callbackSecret, RACE_LOG: log, RACE_RUNNER: runner };
    this.child = spawn(process.execPath, ["scripts/run.mjs", "tests/engine/jobRaceRunner.ts"], {
      cwd: rootDirectory,
      env: { ...process.env, ...race, RACE_LEASE_MS: String(leaseMs), RACE_SEED: String(seed + this.starts) },
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined) return;
    if (child.exitCode !== null) throw new Error(`A runner ended by itself: ${this.logs.at(-1)}`);
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  observations(): Observation[] {
    return this.logs.flatMap(readObservations);
  }

  /** Returns the claims that the present process still holds. */
  held(): { jobId: string; fence: number }[] {
    const seen = readObservations(this.logs.at(-1) ?? "");
    const isOver = (one: Observation) => one.kind === "refused" || (one.kind === "done" && one.call === "complete");
    const over = new Set(seen.filter(isOver).map(({ jobId }) => jobId));
    return seen.filter(({ kind, jobId }) => kind === "claimed" && !over.has(jobId));
  }
}

class Race {
  readonly deployment = deploymentOn(() => this.engine);
  readonly slots: [RunnerSlot, RunnerSlot];
  readonly runIds: string[] = [];
  private isRunnerStopped = false;
  constructor(private engine: RunningEngine) {
    this.slots = [new RunnerSlot("a", engine.httpUrl), new RunnerSlot("b", engine.httpUrl)];
  }

  /** Starts the runs. A client that loses the connection asks again with the same key. */
  async startRuns(api: Client, workflowId: string): Promise<void> {
    let number = 0;
    const startSome = async () => {
      while (number < runCount) await this.startRun(api, workflowId, number++);
    };
    await Promise.all(Array.from({ length: starters }, startSome));
  }

  private async startRun(api: Client, workflowId: string, number: number): Promise<void> {
    await pause((starters * startedOverMs) / runCount);
    // No new run is started, so that the next jobs are those that the paused runner holds.
    while (this.isRunnerStopped) await pause(100);
    const start = () =>
      dataOf(api.post("/runs/start", { workflowId, prompt: "Race." }, { "Idempotency-Key": `race-${number}` }));
    this.runIds.push((await untilAnswered(start)).id);
  }

  async killServer(): Promise<void> {
    const { dataDir, httpUrl, socketUrl } = this.engine;
    await this.engine.kill();
    const [httpPort, socketPort] = [httpUrl, socketUrl].map((url) => Number(new URL(url).port)) as [number, number];
    this.engine = await startEngine({ dataDir, httpPort, socketPort });
  }

  /**
   * Pauses a runner until the other one has claimed one of its jobs. Then the paused runner continues as if it still
   * held the job.
   */
  async stopRunner(slot: RunnerSlot): Promise<void> {
    slot.signal("SIGSTOP");
    while (slot.held().length === 0) {
      slot.signal("SIGCONT");
      await pause(50);
      slot.signal("SIGSTOP");
    }
    this.isRunnerStopped = true;
    const held = slot.held();
    const isTaken = () =>
      this.observations().some(({ jobId, fence }) => held.some((one) => one.jobId === jobId && one.fence < fence));
    const giveUpAt = Date.now() + 3 * leaseMs;
    while (!isTaken() && Date.now() < giveUpAt) await pause(100);
    // More time, so that the other runner claims more than one of them.
    await pause(500);
    slot.signal("SIGCONT");
    this.isRunnerStopped = false;
  }

  async strike(blow: Blow, slot: RunnerSlot): Promise<void> {
    switch (blow) {
      case "kill the server":
        return await this.killServer();
      case "kill a runner":
        await slot.kill();
        return slot.start();
      case "stop a runner":
        return await this.stopRunner(slot);
    }
  }

  observations(): Observation[] {
    return this.slots.flatMap((slot) => slot.observations());
  }

  async end(): Promise<void> {
    for (const slot of this.slots) await slot.kill();
  }

  async stopServer(): Promise<void> {
    await this.engine.kill();
  }
}

let race: Race | undefined;
afterAll(async () => {
  for (const slot of race?.slots ?? []) slot.signal("SIGKILL");
  await race?.stopServer();
  rmSync(folder, { recursive: true, force: true });
});

/** Repeats a request until it is answered. `fetch` reports a lost connection and an incomplete body as a TypeError. */
async function untilAnswered<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await pause(50);
    }
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

async function strikeAll(race: Race, random: () => number): Promise<void> {
  const order = shuffled(kills, random);
  // A runner is paused early and in the middle, while there is more work than the other runner can do in the meantime.
  const blows: Blow[] = ["stop a runner", ...order.slice(0, 6), "stop a runner", ...order.slice(6)];
  for (const blow of blows) {
    await pause(200 + random() * 800);
    await race.strike(blow, race.slots[random() < 0.5 ? 0 : 1]);
  }
}

/**
 * Waits until the server says that each job has ended, so that no runner can change anything any more. A job is
 * cancelled when its runner was lost after the run was completed; `findingsOf` checks that each run is completed.
 */
async function untilAllEnded(race: Race, job: Runner): Promise<void> {
  const seen = () => new Set(race.observations().map(({ jobId }) => jobId));
  await expect.poll(() => seen().size, { timeout: 150_000, interval: 250 }).toBe(runCount);
  const open = seen();
  const probe = async () => {
    for (const jobId of open) {
      const [, told] = await job.refused("job.heartbeat", { jobId, runnerId: "nobody" });
      if (/is (?:done|cancelled)/.test(told)) open.delete(jobId);
    }
    return open.size;
  };
  await expect.poll(probe, { timeout: 150_000, interval: 500 }).toBe(0);
}

async function endsOf(api: Client): Promise<EndOfRun[]> {
  const runs: { id: string; status: string }[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await api.get(`/runs?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
    runs.push(...body.data);
    cursor = body.nextCursor;
  }
  const ends: EndOfRun[] = [];
  for (const { id, status } of runs) {
    const { body } = await api.get(`/runs/events?id=${id}&limit=200`);
    ends.push({ runId: id, status, events: body.data });
  }
  return ends;
}

/** For each job that was claimed more than once, calls with the claim before the last one must be refused. */
async function expectStaleRefused(job: Runner, observations: readonly Observation[]): Promise<number> {
  const newest = new Map<string, Observation & { kind: "claimed" }>();
  for (const one of observations) {
    if (one.kind === "claimed" && one.fence > (newest.get(one.jobId)?.fence ?? 0)) newest.set(one.jobId, one);
  }
  const again = [...newest.values()].filter(({ fence }) => fence > 1);
  for (const { jobId, runId, fence } of again) {
    const [status, error] = await job.refused(
      "run.updateStatus",
      { runId, status: "failed" },
      { jobId, fence: fence - 1 },
    );
    expect([status, error]).toEqual([400, expect.stringMatching(/^stale lease/)]);
  }
  return again.length;
}

it(
  `of ${runCount} jobs none is claimed twice, lost or done twice (RACE_SEED=${seed})`,
  { timeout: 420_000 },
  async () => {
    const engine = await startEngine({ appDir: rootDirectory, dataDir: path.join(folder, "data") });
    race = new Race(engine);
    const { apiKey } = await createProject(race.deployment);
    const job = await callbackOf(race.deployment);
    const api = client(race.deployment, apiKey);
    const workflowId = await createWorkflow(api);

    for (const slot of race.slots) slot.start();
    await Promise.all([race.startRuns(api, workflowId), strikeAll(race, randomNumbers(seed))]);
    await untilAllEnded(race, job);
    await race.end();

    const observations = race.observations();
    const stale = observations.filter((one) => one.kind === "refused" && one.error.startsWith("400 stale lease"));
    const again = await expectStaleRefused(job, observations);
    const ends = await endsOf(api);
    console.log(`${again} jobs were claimed again, ${stale.length} calls of runners were stale`);
    expect(findingsOf({ leaseMs, observations, runIds: race.runIds, ends })).toEqual([]);
    expect(await job.call("job.claim", { runnerId: "nobody" })).toBeNull();
    // Otherwise the race has tested nothing.
    expect(Math.min(again, stale.length)).toBeGreaterThan(0);
  },
);
