// Executes a run: the steps of its workflow, repeated for each iteration. Each step is a command in a worktree of its
// own.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beginTranscript } from "./callback";
import type { Ask } from "./callback";
import { execute } from "./command";
import { openRepository } from "./repository";

type Texts<Name extends string> = Record<Name, string>;
type Numbers<Name extends string> = Record<Name, number>;
type Step = Texts<"role" | "name"> & Numbers<"maxRetries"> & { instructions: string | null; timeoutMs: number | null };
type StepNow = Texts<"id" | "status"> & Numbers<"attempt" | "stepIndex"> & { sandboxId: string | null };
type RunNow = Texts<"status"> & { stopAfterCurrentTurn: boolean; steps: StepNow[] };
type Git = Texts<"branchName"> & { repoUrl: string | null };
/** The run as a claim returns it: as it was when it became ready. */
export type Run = Texts<"id" | "prompt"> &
  Numbers<"runNumber" | "attempt" | "maxIterations"> & { steps: Step[]; git: Git };
/** What belongs to one job: how it calls the server, its folder, and the signal that ends it. */
type Work = { ask: Ask; folder: string; unwanted: AbortSignal };
type Repository = Awaited<ReturnType<typeof openRepository>>;

/** The run would fail again in the same way, so it is not retried. */
export class RunFailed extends Error {}

export async function executeRun(work: Work, run: Run): Promise<void> {
  const { ask, folder, unwanted } = work;
  const { id: runId, steps, git } = run;
  if (git.repoUrl === null) throw new RunFailed("The run has no repository.");
  const branch = `switchyard/run-${run.runNumber}-${run.attempt}`;
  const repository = await openRepository(git.repoUrl, git.branchName, branch, folder, unwanted);
  const now = await ask<RunNow>("run.get", { runId });
  await settleFormerSteps(ask, run, now, repository.stepsDone);
  if (now.status === "pending") await ask("run.updateStatus", { runId, status: "running" });
  const turns = Array.from({ length: run.maxIterations }, () => steps).flat();
  for (const [index, step] of [...turns.entries()].slice(repository.stepsDone)) {
    if (!(await mayGoOn(work, runId))) break;
    const progress = { currentStepLabel: step.name, currentIteration: Math.floor(index / steps.length) + 1 };
    await ask("run.updateProgress", { runId, progress });
    for (let triesLeft = step.maxRetries; ; triesLeft--) {
      const failure = await attempt(work, run, repository, step, index);
      if (failure === null) break;
      if (triesLeft === 0) throw new RunFailed(`The step ${step.name} ${failure}.`);
    }
  }
  await ask("run.updateStatus", { runId, status: "completed" });
}

/** Steps that are on the branch are completed. Other steps that an earlier claim began are cancelled. */
async function settleFormerSteps(ask: Ask, run: Run, { steps }: RunNow, stepsDone: number): Promise<void> {
  for (const { id: stepId, status, stepIndex, sandboxId, attempt } of steps) {
    if (attempt !== run.attempt || (status !== "pending" && status !== "running")) continue;
    if (sandboxId !== null) await ask("sandbox.updateStatus", { sandboxId, status: "stopped" });
    await ask("runStep.updateStatus", { stepId, status: stepIndex < stepsDone ? "completed" : "cancelled" });
  }
}

/** Waits while the run is paused. Returns false when the run must end before the next step. */
async function mayGoOn({ ask, unwanted }: Work, runId: string): Promise<boolean> {
  for (;;) {
    const { status, stopAfterCurrentTurn } = await ask<RunNow>("run.get", { runId });
    if (stopAfterCurrentTurn || status !== "paused") return !stopAfterCurrentTurn;
    await pause(1000, undefined, { signal: unwanted });
  }
}

/** Executes a step once. Returns null, or a text that says how it failed. */
async function attempt(work: Work, run: Run, repository: Repository, step: Step, index: number) {
  const { ask, unwanted } = work;
  const { role, name, instructions, timeoutMs } = step;
  const runId = run.id;
  const { id: stepId } = await ask<Texts<"id">>("runStep.create", { runId, role, name, stepIndex: index });
  const folder = path.join(work.folder, stepId);
  await repository.addWorktree(folder);
  const sandbox = { runId, stepId, runtimeSandboxId: stepId, status: "running" };
  const { id: sandboxId } = await ask<Texts<"id">>("sandbox.create", sandbox);
  await ask("runStep.updateStatus", { stepId, status: "running", sandboxId });
  await ask("run.updateProgress", { runId, progress: { activeStepId: stepId, activeSandboxId: sandboxId } });
  const transcript = await beginTranscript(ask, { sandboxId, messageId: stepId });
  const usageFile = `${folder}.usage.json`;
  // These variables describe the task to the command. It does not get the runner's secret.
  const task = { SWITCHYARD_RUN_ID: runId, SWITCHYARD_PROMPT: run.prompt, SWITCHYARD_USAGE_FILE: usageFile };
  const part = { SWITCHYARD_STEP: name, SWITCHYARD_ROLE: role, SWITCHYARD_INSTRUCTIONS: instructions ?? "" };
  const env = { ...process.env, ...task, ...part, JOB_CALLBACK_SECRET: undefined };
  const beganAt = Date.now();
  const end = AbortSignal.any([unwanted, AbortSignal.timeout(timeoutMs ?? 3_600_000)]);
  const failure = await execute(folder, env, end, transcript.append);
  const durationMs = Date.now() - beganAt;
  await transcript.finish();
  const { diff, files } = await repository.commit(folder, index, name);
  await ask("sandbox.reportDiff", { sandboxId, diff });
  await ask("sandbox.reportFiles", { sandboxId, files });
  const used = await readFile(usageFile, "utf8").catch(() => `{ "service": "sandbox" }`);
  const { service, ...tokenUsage } = JSON.parse(used) as Texts<"service">;
  await ask("usage.computeCostAndRecord", { sandboxId, tokenUsage, durationMs, service });
  if (failure === null) await repository.push(folder);
  await ask("sandbox.updateStatus", { sandboxId, status: failure === null ? "stopped" : "failed" });
  await ask("runStep.updateStatus", { stepId, status: failure === null ? "completed" : "failed" });
  return failure;
}
