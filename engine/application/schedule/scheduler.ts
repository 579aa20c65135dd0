// Runs what is due: scheduled functions and crons. Mutations run exactly once, because their effects and the end of
// their job are one commit. Actions run at most once, because their beginning is committed before they run.
import { DatabaseUnavailable } from "../../value/databaseUnavailable";
import { FunctionError } from "../../value/functionError";
import type { Database } from "../../database/database";
import type { Json } from "../../value/json";
import { dropOldAnswers } from "../calls/clientMutations";
import type { FunctionRunner } from "../calls/functionRunner";
import { findAny, findComponent, type Deployment, type RegisteredFunction } from "../deployment/deployment";
import { parseFunctionPath } from "../deployment/functionPath";
import { beginJob, dropFinishedJobs, endJob, type BegunJob, type JobReference } from "../jobs/jobs";
import type { FunctionLog } from "../log/functionLog";
import type { CallContext } from "../syscalls/scope";
import { contextOfScheduled } from "./scheduledCallContext";
import type { Crons } from "./crons";

/**
 * How many jobs of each kind run at the same time, which is Convex's default. Each kind has its own bound: an action
 * may wait for an outside service for minutes, and the product depends on mutations running on time.
 */
const parallelism = 8;
/**
 * Node's timers cannot wait longer than this. For a later time, the scheduler sets another timer when this one ends.
 */
const maxWaitMs = 2 ** 31 - 1;
const retryAfterMs = 1_000;
const sweepEveryMs = 10 * 60 * 1000;
const sweepBatch = 500;

/** The kind that the job's function had when it was scheduled. */
type JobKind = "mutation" | "action";

interface SchedulerParts {
  database: Database;
  runner: FunctionRunner;
  crons: Crons;
  log: FunctionLog;
  now: () => number;
  /** The deployment that serves now. null: no code has been pushed. */
  deployment: () => Deployment | null;
}

export class Scheduler {
  private readonly running = new Map<string, Promise<void>>();
  /** The ids of the jobs that run now, by the kind of their function. */
  private readonly slots: Record<JobKind, Set<string>> = { mutation: new Set(), action: new Set() };
  private timer: NodeJS.Timeout | null = null;
  private timerAt = Number.POSITIVE_INFINITY;
  private isStopped = true;
  private nextSweep = 0;

  constructor(private readonly parts: SchedulerParts) {}

  /** Begins to run jobs. First it settles the jobs that a crash cut off. */
  async start(): Promise<void> {
    await this.failInterrupted();
    this.isStopped = false;
    this.look();
  }

  /** Begins no more jobs. Resolves when all running ones have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await Promise.allSettled(this.running.values());
  }

  /** Called when something becomes due at this time (epoch ms). */
  wakeAt(at: number): void {
    if (this.isStopped || at >= this.timerAt) return;
    this.timerAt = at;
    if (this.timer !== null) clearTimeout(this.timer);
    const wait = Math.min(Math.max(0, at - this.parts.now()), maxWaitMs);
    this.timer = setTimeout(() => this.look(), wait);
  }

  /** Starts what is due if there are free slots, and waits for the next time. */
  private look(): void {
    this.timerAt = Number.POSITIVE_INFINITY;
    const { crons, deployment, now } = this.parts;
    if (this.isStopped || deployment() === null) return;
    if (now() >= this.nextSweep) this.sweep();
    this.wakeAt(this.nextSweep);
    for (const cron of crons.due(now())) this.begin(`cron ${cron.component} ${cron.identifier}`, () => crons.run(cron));
    this.beginJobs("mutation");
    this.beginJobs("action");
    const nextCron = crons.nextAt();
    if (nextCron !== null) this.wakeAt(nextCron);
  }

  private beginJobs(kind: JobKind): void {
    const { database, now } = this.parts;
    const running = this.slots[kind];
    // A job must not run in the batch that schedules it, because it may read the last commit and must find its
    // scheduler's writes there.
    const upcoming = database.readCommittedRows<[string, number]>(
      "SELECT id, at FROM jobs WHERE is_running = 0 AND is_action = ? ORDER BY at LIMIT ?",
      Number(kind === "action"),
      parallelism + running.size,
    );
    for (const [id, at] of upcoming) {
      if (this.running.has(id)) continue;
      if (at > now()) {
        this.wakeAt(at);
        break;
      }
      if (running.size >= parallelism) break;
      running.add(id);
      this.begin(id, () => this.runJob(id).finally(() => running.delete(id)));
    }
  }

  private begin(id: string, body: () => Promise<void>): void {
    if (this.running.has(id)) return;
    const run = body()
      .catch(async (error: unknown) => {
        // This is not a failure of the function. The job still exists and is tried again.
        this.parts.log.recordEngineFailure(`scheduled ${id}`, error);
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      })
      .finally(() => {
        this.running.delete(id);
        this.look();
      });
    this.running.set(id, run);
  }

  private async runJob(id: string): Promise<void> {
    const { database, runner, now } = this.parts;
    const deployment = this.parts.deployment();
    if (deployment === null) return;
    const action = await database.jobMutations.mutate(async (transaction, start) => {
      const job = beginJob(transaction, id);
      if (job === undefined) return null;
      const context = contextOfScheduled(deployment, job);
      let callee: RegisteredFunction;
      try {
        callee = findJobFunction(deployment, job);
      } catch (error) {
        endJob(transaction, job, failed(error), start.now);
        return null;
      }
      if (callee.kind === "action") return { job, callee, args: job.args, context };
      const state = await transaction
        .nested(() => runner.mutationIn(transaction, start, { callee, args: job.args }, context))
        .then(() => ({ kind: "success" }) as const, failed);
      endJob(transaction, job, state, now());
      return null;
    });
    if (action !== null) await this.runAction(action);
  }

  private async runAction(action: {
    job: JobReference;
    callee: RegisteredFunction;
    args: Json;
    context: CallContext;
  }): Promise<void> {
    const { runner, database, now } = this.parts;
    const state = await runner.run(action, action.context).then(() => ({ kind: "success" }) as const, failedAction);
    for (;;) {
      try {
        await database.writer.mutate(async (transaction) => endJob(transaction, action.job, state, now()));
        return;
      } catch (error) {
        // The action does not run again, so without this retry its job would count as running until the next start.
        if (this.isStopped || !(error instanceof DatabaseUnavailable)) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      }
    }
  }

  private async failInterrupted(): Promise<void> {
    const { database, now } = this.parts;
    const cutOff = database.readRows<[string, string]>("SELECT id, component FROM jobs WHERE is_running = 1");
    if (cutOff.length === 0) return;
    await database.writer.mutate(async (transaction) => {
      for (const [id, component] of cutOff) {
        endJob(
          transaction,
          { component, id },
          { kind: "failed", error: "Transient error while executing action" },
          now(),
        );
      }
    });
  }

  private sweep(): void {
    const { database, now, log } = this.parts;
    this.nextSweep = now() + sweepEveryMs;
    database.writer
      .mutate(async (transaction) =>
        Math.max(dropFinishedJobs(transaction, now(), sweepBatch), dropOldAnswers(transaction, now(), sweepBatch)),
      )
      .then((dropped) => {
        if (dropped === sweepBatch) this.nextSweep = now();
      })
      .catch((error: unknown) => log.recordEngineFailure("dropping what has been kept long enough", error));
  }
}

/** The function may have become a query since it was scheduled. */
function findJobFunction(deployment: Deployment, { target, name }: BegunJob): RegisteredFunction {
  const callee = findAny({ component: findComponent(deployment, target), path: parseFunctionPath(name) });
  if (callee.kind !== "query") return callee;
  const { exportName, modulePath } = callee.path;
  throw new FunctionError(
    "UnsupportedScheduledFunctionType",
    `Unsupported function type. "${exportName}" in module "${modulePath}" is defined as a Query. Only Mutation and Action can be scheduled.`,
  );
}

/** An error that the function threw ends the job. Any other error is a failure of the engine and is thrown on. */
function failed(error: unknown): { kind: "failed"; error: string } {
  if (error instanceof FunctionError) return { kind: "failed", error: error.message };
  throw error;
}

/** An action that has begun may have had effects. Whatever ended it, it does not run again. */
function failedAction(error: unknown): { kind: "failed"; error: string } {
  return { kind: "failed", error: error instanceof Error ? error.message : String(error) };
}
