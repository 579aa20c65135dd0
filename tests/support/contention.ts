// Many clients work in one project at once. Each starts a run, claims a job, does it as a runner does, and begins
// again. At the end the API is asked for the result.
import { expect } from "vitest";
import type { RunningEngine } from "./engine";
import { deploymentOn } from "./engineDeployment";
import { bearer, callbackOf, callbackSecret, client, createProject, createWorkflow, dataOf } from "./fixtures";

interface Bounds {
  clients: number;
  /** No run is started after this number of runs, or after this time. */
  runs?: number;
  forMs?: number;
}

/** What the clients saw, and what the API shows when all of them have finished. */
export interface Contention {
  started: number;
  finished: number;
  /** Answers that were not successes, with the number of each. */
  refusals: Record<string, number>;
  requests: number;
  seconds: number;
  /** The slowest and the median time of requests in milliseconds, by kind of request. */
  latencies: Record<string, { usual: number; slowest: number }>;
  conflicts: Record<string, { retried: number; failed: number }>;
  runNumbers: number[];
  counters: Record<string, number>;
  today: Record<string, number>;
  persona: Record<string, number>;
}

const tokensPerRun = { inputTokens: 1000, outputTokens: 100 };

export async function contend(engine: RunningEngine, bounds: Bounds): Promise<Contention> {
  const deployment = deploymentOn(() => engine);
  const project = await createProject(deployment);
  const api = client(deployment, project.apiKey);
  await callbackOf(deployment);
  // Requests are counted, as they are for clients, and none is too many.
  await deployment.setEnvironment({ SERVICE_LIMIT_WRITES: "1000000", SERVICE_LIMIT_STARTS: "1000000" });
  const persona = await dataOf(api.post("/personas/create", { name: "Ada", type: "designer" }));
  const workflowId = await createWorkflow(api);
  const load = new Load(engine.httpUrl, project.apiKey, workflowId, persona.id);
  const outputBefore = engine.errorOutput().length;
  const beganAt = performance.now();
  await Promise.all(Array.from({ length: bounds.clients }, (_, at) => load.work(`runner-${at}`, bounds, beganAt)));
  const seconds = (performance.now() - beganAt) / 1000;
  const [today = {}] = await dataOf(api.get("/analytics/daily-stats"));
  const ofPersona = await dataOf(api.get(`/personas/analytics?id=${persona.id}`));
  return {
    started: load.started,
    finished: load.finished,
    refusals: load.refusals,
    requests: load.requests,
    seconds,
    latencies: load.summary(),
    conflicts: conflictsIn(engine.errorOutput().slice(outputBefore)),
    runNumbers: load.runNumbers.toSorted((a, b) => a - b),
    counters: await dataOf(api.get("/project/counters")),
    today,
    persona: ofPersona,
  };
}

class Load {
  started = 0;
  finished = 0;
  requests = 0;
  private beginning = 0;
  readonly refusals: Record<string, number> = {};
  readonly runNumbers: number[] = [];
  private readonly times = new Map<string, number[]>();

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
    private readonly workflowId: string,
    private readonly personaId: string,
  ) {}

  async work(name: string, { runs = Infinity, forMs = Infinity }: Bounds, beganAt: number): Promise<void> {
    while (this.beginning < runs && performance.now() - beganAt < forMs) {
      this.beginning++;
      const run = await this.start();
      if (run !== null) this.runNumbers.push(run.runNumber);
      if (run !== null) this.started++;
      await this.doOne(name);
    }
    // Does the jobs that other clients may have left.
    while (await this.doOne(name));
  }

  summary(): Contention["latencies"] {
    const of = (times: number[]) => {
      const sorted = times.toSorted((a, b) => a - b);
      return { usual: Math.round(sorted[sorted.length >> 1] ?? 0), slowest: Math.round(sorted.at(-1) ?? 0) };
    };
    return Object.fromEntries([...this.times].map(([asked, times]) => [asked, of(times)]));
  }

  private async start(): Promise<{ runNumber: number } | null> {
    const body = { workflowId: this.workflowId, prompt: "Build it." };
    const answer = await this.ask("runs/start", "/api/v1/runs/start", bearer(this.apiKey), body);
    return (answer?.["data"] as { runNumber: number } | undefined) ?? null;
  }

  /** Claims and does one job. Returns whether there was one. */
  private async doOne(runnerId: string): Promise<boolean> {
    const job = await this.call("job.claim", { runnerId, kinds: ["run.execute"], waitMs: 0 });
    if (job === null) return false;
    const { id: jobId, runId, fence } = job as { id: string; runId: string; fence: number };
    const call = async (operation: string, args: object) => await this.call(operation, args, { jobId, fence });
    await call("run.updateStatus", { runId, status: "running" });
    const sandbox = await call("sandbox.create", { runId, runtimeSandboxId: jobId, status: "running" });
    const sandboxId = sandbox?.["id"];
    const { personaId } = this;
    const step = await call("runStep.create", { runId, role: "designer", name: "Design", stepIndex: 0, personaId });
    const stepId = step?.["id"];
    await call("runStep.updateStatus", { stepId, status: "running" });
    for (const content of ["I begin.", "I am done."]) {
      await call("message.store", { sandboxId, role: "assistant", content, timestamp: Date.now() });
    }
    const usage = { sandboxId, tokenUsage: tokensPerRun, durationMs: 1000, service: "claude-sonnet-4" };
    await call("usage.computeCostAndRecord", usage);
    await call("run.updateProgress", { runId, progress: { currentStepLabel: "Design", currentStepProgress: 0.5 } });
    await call("job.heartbeat", { jobId, runnerId });
    await call("runStep.updateStatus", { stepId, status: "completed" });
    await call("sandbox.updateStatus", { sandboxId, status: "stopped" });
    await call("run.updateStatus", { runId, status: "completed" });
    if ((await call("job.complete", { jobId, runnerId })) !== null) this.finished++;
    return true;
  }

  private async call(
    operation: string,
    args: object,
    lease?: { jobId: string; fence: number },
  ): Promise<Record<string, unknown> | null> {
    const body = { operation, args, ...(lease === undefined ? {} : { lease }) };
    const answer = await this.ask(operation, "/job/callback", bearer(callbackSecret), body);
    return (answer?.["result"] as Record<string, unknown> | null | undefined) ?? null;
  }

  private async ask(
    asked: string,
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<Record<string, unknown> | null> {
    const beganAt = performance.now();
    const response = await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    this.requests++;
    this.times.set(asked, [...(this.times.get(asked) ?? []), performance.now() - beganAt]);
    if (response.ok) return answer;
    const refusal = `${asked} ${response.status} ${sentenceOf(answer["error"])}`;
    this.refusals[refusal] = (this.refusals[refusal] ?? 0) + 1;
    return null;
  }
}

/** Returns the message of an error without ids, so that equal errors are counted together. */
function sentenceOf(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return String(message).replaceAll(/[a-z]+_[a-z0-9]{8,}/g, "…");
}

/** Counts the conflicts in the engine's log, by table. */
function conflictsIn(log: string): Contention["conflicts"] {
  const found: Contention["conflicts"] = {};
  for (const [, text] of log.matchAll(/"conflict":(\{[^}]*\})/g)) {
    const { table, isRetried } = JSON.parse(text ?? "") as { table: string | null; isRetried: boolean };
    const sums = (found[table ?? "unknown"] ??= { retried: 0, failed: 0 });
    sums[isRetried ? "retried" : "failed"]++;
  }
  return found;
}

/** Checks that nothing was refused, lost or counted twice. */
export function expectNothingLost(found: Contention): void {
  const { started, runNumbers } = found;
  expect(found.refusals).toEqual({});
  expect([found.finished, runNumbers]).toEqual([started, runNumbers.map((_, at) => at + 1)]);
  const { totalRuns, activeRuns, totalSandboxes, activeSandboxes, unreadNotifications } = found.counters;
  expect({ totalRuns, activeRuns, totalSandboxes, activeSandboxes, unreadNotifications }).toEqual({
    totalRuns: started,
    activeRuns: 0,
    totalSandboxes: started,
    activeSandboxes: 0,
    // There is one notification of usage without a price, although all runs report such usage at the same time.
    unreadNotifications: started + 1,
  });
  const { runsStarted, runsCompleted, tokens } = found.today;
  const tokensOfOne = tokensPerRun.inputTokens + tokensPerRun.outputTokens;
  expect({ runsStarted, runsCompleted, tokens }).toEqual({
    runsStarted: started,
    runsCompleted: started,
    tokens: started * tokensOfOne,
  });
  expect(found.persona).toMatchObject({ runs: started, steps: started, completed: started });
}

/** Returns a line or two for the person who runs the test. */
export function reportOf({ started, requests, seconds, conflicts, latencies }: Contention): string {
  const rate = (count: number) => Math.round((count / seconds) * 10) / 10;
  const slowest = Math.max(...Object.values(latencies).map((each) => each.slowest));
  const sums = Object.entries(conflicts).map(([table, { retried, failed }]) => `${table} ${retried}+${failed}`);
  return (
    `${started} runs in ${Math.round(seconds)} s (${rate(started)}/s, ${rate(requests)} requests/s), the slowest request ` +
    `${slowest} ms; conflicts by table, retried + given up by Convex: ${sums.join(", ")}`
  );
}
