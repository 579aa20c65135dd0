// A service on an engine, git repositories in a temporary folder, and runners in this process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { configuredAgents } from "../../packages/runner/src/configuredAgents";
import { readConfiguration } from "../../packages/runner/src/config/configuration";
import type { Configuration } from "../../packages/runner/src/config/configuration";
import { startRunner } from "../../packages/runner/src/runner";
import type { LogEvent } from "../../packages/runner/src/log/events";
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
import type { Client, Runner } from "../support/fixtures";
import { makeOrigin } from "../support/gitOrigin";
import { scriptedAgent } from "./scriptedAgent";
import type { ScriptedAgent } from "./scriptedAgent";

export { commitTo, commitToMain, git } from "../support/gitOrigin";

export interface World {
  folder: string;
  origin: string;
  engine: RunningEngine;
  api: Client;
  job: Runner;
  /**
   * Kills the engine and starts it again, at the same addresses, with its clock set ahead if the test says so. Needs a
   * data directory of the test's own.
   */
  restart: (clock?: { startsAtMs: number }) => Promise<void>;
  end: () => Promise<void>;
}

/** `dataDir` lets a test kill the engine and start it again. */
export async function makeWorld(dataDir?: string): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-runner-"));
  const origin = makeOrigin(folder);
  let engine = await startEngine({ appDir: rootDirectory, ...(dataDir === undefined ? {} : { dataDir }) });
  const deployment = deploymentOn(() => engine);
  const job = await callbackOf(deployment);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  await dataOf(api.post("/project/update", { gitRepoUrl: origin }));
  const restart = async (clock = {}) => {
    const [httpPort = 0, socketPort = 0] = [engine.httpUrl, engine.socketUrl].map((url) => Number(new URL(url).port));
    await engine.kill();
    engine = await startEngine({ dataDir: engine.dataDir, httpPort, socketPort, ...clock });
  };
  const end = async () => {
    await engine.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { folder, origin, engine, api, job, restart, end };
}

export interface TestRunner {
  agent: ScriptedAgent;
  folder: string;
  events: LogEvent[];
  /** Stops it as SIGTERM would, and resolves when it has ended. */
  stop: () => Promise<void>;
}

export function runnerIn(world: World, changes: Partial<Configuration> = {}): TestRunner {
  const folder = changes.folder ?? path.join(world.folder, `runner-${Math.random().toString(36).slice(2)}`);
  const standard = readConfiguration([], {
    SWITCHYARD_RUNNER_TOKEN: callbackSecret,
    SWITCHYARD_URL: world.engine.httpUrl,
  });
  // Many agents of tests say what they did in files outside of their worktrees.
  const forTests = { isolation: "none", leaseSeconds: 5, drainSeconds: 0, agent: "scripted" } as const;
  const localRepositories = [world.folder];
  const configuration = { ...standard, ...forTests, localRepositories, ...changes, folder };
  const agent = scriptedAgent();
  const stopping = new AbortController();
  const events: LogEvent[] = [];
  const log = (event: LogEvent) => void events.push(event);
  const agents = new Map([...configuredAgents(configuration), [agent.name, agent]]);
  const ended = startRunner({ configuration, agents, log, stopping: stopping.signal });
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  return { agent, folder, events, stop };
}

export interface TestStep {
  name?: string;
  instructions: string;
  timeoutMs?: number;
  maxRetries?: number;
  outputSchema?: unknown;
}

export async function startSteps({ api, origin }: World, ...steps: TestStep[]): Promise<string> {
  const named = steps.map((step, index) => Object.assign({ role: "designer", name: `Part ${index + 1}` }, step));
  const workflowId = await createWorkflow(api, { steps: named });
  return (await startRun(api, { workflowId, prompt: "Go on.", gitRepoUrl: origin })).id;
}

export const detail = ({ api }: World, runId: string) => dataOf(api.get(`/runs/get?id=${runId}`));

const ends = new Set(["completed", "failed", "cancelled"]);

/** Waits for the end of the run and returns it. */
export async function ended(world: World, runId: string) {
  for (let after = 0; ;) {
    const { body } = await world.api.get(`/runs/events?id=${runId}&after=${after}&wait=20`);
    const events = body.data as { seq: number; type: string; data: { status?: string } }[];
    if (events.some(({ type, data }) => type === "run.status" && ends.has(data.status ?? ""))) break;
    after = events.at(-1)?.seq ?? after;
  }
  return await detail(world, runId);
}
