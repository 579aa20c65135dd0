// The example runner as a process, the product on an engine, and a git repository on disk. Runs are started and watched
// only over REST. The instructions of a step are the command that it executes.
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import {
  callbackOf,
  callbackSecret,
  client,
  createProject,
  createWorkflow,
  dataOf,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { git, makeOrigin } from "../support/gitOrigin";
import { expectWithin } from "../support/measuredLimit";

const leaseMs = 5000;
const folder = mkdtempSync(path.join(tmpdir(), "switchyard-example-"));
let origin: string;
let engine: RunningEngine;
let api: Client;
/** There is always exactly one runner. With several, an idle runner might get the job when a busy one is killed. */
let runner: ChildProcess;

beforeAll(async () => {
  origin = makeOrigin(folder);
  engine = await startEngine({ appDir: rootDirectory });
  const deployment = deploymentOn(() => engine);
  await callbackOf(deployment);
  api = client(deployment, (await createProject(deployment)).apiKey);
  startRunner();
});

afterAll(async () => {
  runner?.kill("SIGKILL");
  await engine?.kill();
  rmSync(folder, { recursive: true, force: true });
});

function startRunner(): void {
  runner = spawn(process.execPath, ["scripts/run.mjs", "examples/runner/main.ts"], {
    cwd: rootDirectory,
    env: {
      ...process.env,
      SWITCHYARD_URL: engine.httpUrl,
      JOB_CALLBACK_SECRET: callbackSecret,
      RUNNER_COMMAND: 'eval "$SWITCHYARD_INSTRUCTIONS"',
      RUNNER_LEASE_MS: String(leaseMs),
      NOTES: folder,
    },
    stdio: ["ignore", "ignore", "ignore"],
  });
}

type Step = { instructions: string; timeoutMs?: number; maxRetries?: number };

async function start(...steps: Step[]): Promise<string> {
  const named = steps.map((step, index) => Object.assign({ role: "designer", name: `Part ${index + 1}` }, step));
  const workflowId = await createWorkflow(api, { steps: named });
  return (await startRun(api, { workflowId, prompt: "Go on.", gitRepoUrl: origin })).id;
}

interface Event {
  seq: number;
  type: string;
  data: { status?: string; stepId?: string };
}

/** Waits for an event for which `isMeant` returns true, and returns the run's events. */
async function eventsUntil(runId: string, isMeant: (event: Event) => boolean): Promise<Event[]> {
  const events: Event[] = [];
  while (!events.some(isMeant)) {
    const { status, body } = await api.get(`/runs/events?id=${runId}&after=${events.at(-1)?.seq ?? 0}&wait=20`);
    expect(status).toBe(200);
    events.push(...body.data);
  }
  return events;
}

const isEnd = ({ type, data }: Event) =>
  type === "run.status" && ["completed", "failed", "cancelled"].includes(data.status ?? "");
const detail = (runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));

async function untilThere(name: string): Promise<string> {
  const file = path.join(folder, name);
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n")).toBe(true);
  return readFileSync(file, "utf8").trim();
}

/** Whether the process is alive. A zombie (Z) has ended, although nobody has asked for its exit code. */
function isAlive(pid: string): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

const untilGone = (pids: string[], timeout: number) =>
  expect.poll(() => pids.some(isAlive), { timeout, interval: 50 }).toBe(false);

/** A command that waits for long. It starts a child that also waits, ignores SIGTERM, and whose output is not read. */
const waitsWithChild = (name: string) =>
  `(trap '' TERM; exec sleep 300) >/dev/null 2>&1 & echo "$$ $!" > "$NOTES/${name}.part"; mv "$NOTES/${name}.part" "$NOTES/${name}"; wait`;

describe("a run", () => {
  it("can be watched from its start to its end, with all that the runner reports", async () => {
    const usage = `{"service":"anthropic","inputTokens":1000,"outputTokens":100}`;
    const runId = await start(
      { instructions: `echo "$SWITCHYARD_PROMPT"; echo new > added.txt; echo '${usage}' > "$SWITCHYARD_USAGE_FILE"` },
      { instructions: `echo "There is: $(cat added.txt)"; echo more >> README.md` },
    );
    const events = await eventsUntil(runId, isEnd);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const told = events.map(({ type, data }) => (data.status === undefined ? type : `${type} ${data.status}`));
    const ofStep = ["step.status running", "message streaming", "message complete", "cost", "step.status completed"];
    expect(told.filter((one) => one.startsWith("run.status") || ofStep.includes(one))).toEqual([
      "run.status running",
      ...ofStep,
      ...ofStep,
      "run.status completed",
    ]);

    const run = await detail(runId);
    expect(run).toMatchObject({ status: "completed", currentStepLabel: "Part 2" });
    // The time of the second step adds a little to the cost, however long the step took.
    const [{ durationMs }] = (await api.get("/analytics/usage")).body.data;
    expect(run.costUsd).toBeCloseTo(0.0045 + Math.round((durationMs / 3_600_000) * 100_800) / 1e6, 9);
    const [first, second] = run.steps;
    expect([first.status, second.status, first.tokenUsage]).toEqual([
      "completed",
      "completed",
      { inputTokens: 1000, outputTokens: 100 },
    ]);
    const said = async ({ sandboxId }: { sandboxId: string }) =>
      (await api.get(`/sandboxes/messages?id=${sandboxId}`)).body.data.map(
        ({ content }: { content: string }) => content,
      );
    expect([await said(first), await said(second)]).toEqual([["Go on.\n"], ["There is: new\n"]]);
    const { diff } = await dataOf(api.get(`/sandboxes/diff?id=${second.sandboxId}`));
    expect(diff).toContain("+more");
    expect(diff).not.toContain("added.txt");
    const { body } = await api.get(`/sandboxes/files?id=${second.sandboxId}`);
    expect(body.data.map(({ path }: { path: string }) => path).sort()).toEqual(["README.md", "added.txt"]);
    const branch = `switchyard/run-${run.runNumber}-1`;
    expect(git(origin, "log", "--format=%s", branch).split("\n")).toEqual(["Part 2", "Part 1", "begin"]);

    const notifications = (await api.get("/notifications")).body.data;
    expect(notifications).toContainEqual(expect.objectContaining({ type: "run_completed", runId }));
    const [day] = (await api.get("/analytics/daily-stats")).body.data;
    expect(day).toMatchObject({ runsStarted: 1, runsCompleted: 1, tokens: 1100 });
  });

  it("that is cancelled in mid-step ends the command and everything that it has started within 5 s", async () => {
    const runId = await start({ instructions: waitsWithChild("cancelled") });
    const pids = (await untilThere("cancelled")).split(" ");
    expect(pids.map(isAlive)).toEqual([true, true]);
    await dataOf(api.post("/runs/cancel", { runId }));
    await untilGone(pids, 5000);
    expect(await detail(runId)).toMatchObject({ status: "cancelled", steps: [{ status: "cancelled" }] });
  });

  it("fails when a step takes too long, and says so", async () => {
    const runId = await start({ instructions: waitsWithChild("late"), timeoutMs: 1000 });
    await eventsUntil(runId, isEnd);
    const { status, error } = await detail(runId);
    expect([status, error]).toEqual(["failed", expect.stringContaining("Part 1 took too long")]);
    await untilGone((await untilThere("late")).split(" "), 1000);
  });

  it("repeats a failed step as often as the workflow says", async () => {
    const runId = await start({
      instructions: `test -e "$NOTES/tried" || { touch "$NOTES/tried"; exit 3; }`,
      maxRetries: 1,
    });
    await eventsUntil(runId, isEnd);
    const { status, steps } = await detail(runId);
    expect(status).toBe("completed");
    expect(steps.map(({ status }: { status: string }) => status)).toEqual(["failed", "completed"]);
  });

  it("waits between steps while it is paused, and ends there after a graceful stop", async () => {
    const waits = `echo > "$NOTES/begun"; until test -e "$NOTES/may-end"; do sleep 0.1; done`;
    const runId = await start({ instructions: waits }, { instructions: "echo never" });
    await untilThere("begun");
    await dataOf(api.post("/runs/pause", { runId }));
    writeFileSync(path.join(folder, "may-end"), "");
    await eventsUntil(runId, ({ type, data }) => type === "step.status" && data.status === "completed");
    await dataOf(api.post("/runs/request-graceful-stop", { runId }));
    await eventsUntil(runId, isEnd);
    expect(await detail(runId)).toMatchObject({ status: "completed", steps: [{ status: "completed" }] });
  });
});

describe("a runner that is killed in mid-step", () => {
  it("ends its command too, and the next runner continues after the completed steps within the lease", async () => {
    const instructions = `test -e "$NOTES/taken" && exit; ${waitsWithChild("taken")}`;
    const runId = await start({ instructions: "echo one > one.txt" }, { instructions });
    const pids = (await untilThere("taken")).split(" ");
    runner.kill("SIGKILL");
    const killedAt = Date.now();
    startRunner();
    await untilGone(pids, 2000);
    await eventsUntil(runId, isEnd);
    const { status, steps, runNumber } = await detail(runId);
    expect(status).toBe("completed");
    expect(steps.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
      "Part 1 completed",
      "Part 2 cancelled",
      "Part 2 completed",
    ]);
    const again = steps[2].createdAt - killedAt;
    expect(git(origin, "log", "--format=%s", `switchyard/run-${runNumber}-1`)).toBe("Part 2\nPart 1\nbegin");
    console.log(`taken up again ${again} ms after the runner was killed`);
    expectWithin(leaseMs + 3000, again, "milliseconds until it is taken up again");
  });
});

describe("a runner that is told to end", () => {
  it("ends its command, returns the job to the queue and exits with 0", async () => {
    const runId = await start({ instructions: waitsWithChild("stopped") });
    const pids = (await untilThere("stopped")).split(" ");
    runner.kill("SIGTERM");
    expect(await once(runner, "exit")).toEqual([0, null]);
    await untilGone(pids, 1000);
    expect((await detail(runId)).status).toBe("running");
    await dataOf(api.post("/runs/cancel", { runId }));
  });
});
