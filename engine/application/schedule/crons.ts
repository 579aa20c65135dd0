// The rows of crons and their runs. The run of a mutation and the change to its next time are one commit. The run of an
// action is marked before it begins. Missed runs are skipped and never made up for.
import type { MutationTransaction } from "../../database/mutationTransaction";
import type { TransactionStart } from "../../database/mutations";
import type { CronSchedule, CronSpec } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import type { Database } from "../../database/database";
import type { FunctionRunner } from "../calls/functionRunner";
import { findAny, findComponent, type Deployment, type FunctionInvocation } from "../deployment/deployment";
import { parseFunctionPath } from "../deployment/functionPath";
import type { FunctionLog } from "../log/functionLog";
import type { CallContext } from "../syscalls/scope";
import { areRunsClose, firstRun, nextRun } from "./cronSchedule";
import { contextOfScheduled } from "./scheduledCallContext";

export interface DueCron {
  component: string;
  identifier: string;
  spec: CronSpec;
  /** The time at which this run was due, in epoch milliseconds. */
  at: number;
}

export interface CronChanges {
  added: string[];
  updated: string[];
  deleted: string[];
}

interface CronParts {
  database: Database;
  runner: Pick<FunctionRunner, "mutationIn" | "run">;
  log: FunctionLog;
  now: () => number;
  /** The deployment that serves now. null: no code has been pushed. */
  deployment: () => Deployment | null;
}

export class Crons {
  /** Crons by key. The database has the same data, which is repeated here so that `due` needs no read. */
  private upcoming = new Map<string, DueCron>();
  private readonly running = new Set<string>();

  constructor(private readonly parts: CronParts) {}

  /** Reads the rows. An action that a crash cut off does not run again. */
  async load(): Promise<void> {
    const { database, now } = this.parts;
    const rows = database.readRows<[string, string, string, number, number]>(
      "SELECT component, identifier, spec, next_at, is_running FROM crons",
    );
    for (const [component, identifier, spec, at, isRunning] of rows) {
      const cron = { component, identifier, spec: JSON.parse(spec) as CronSpec, at };
      this.upcoming.set(keyOf(cron), cron);
      if (isRunning === 1) {
        await database.writer.mutate(async (transaction) => this.advance(transaction, cron, now()));
      }
    }
  }

  due(now: number): DueCron[] {
    return [...this.upcoming.values()].filter((cron) => cron.at <= now && !this.running.has(keyOf(cron)));
  }

  nextAt(): number | null {
    const waiting = [...this.upcoming.values()].filter((cron) => !this.running.has(keyOf(cron)));
    return waiting.length === 0 ? null : Math.min(...waiting.map((cron) => cron.at));
  }

  async run(cron: DueCron): Promise<void> {
    const deployment = this.parts.deployment();
    if (deployment === null) return;
    const key = keyOf(cron);
    this.running.add(key);
    try {
      await this.runOnce(deployment, cron);
    } finally {
      this.running.delete(key);
    }
  }

  /**
   * Changes the rows of each component to what the push has, as part of the push's transaction. Returns the changes of
   * each component.
   */
  replace(
    transaction: MutationTransaction,
    specs: ReadonlyMap<string, Record<string, CronSpec>>,
    now: number,
  ): Map<string, CronChanges> {
    const next = new Map<string, DueCron>();
    const changes = new Map<string, CronChanges>();
    const changesOf = (component: string): CronChanges => {
      const known = changes.get(component) ?? { added: [], updated: [], deleted: [] };
      changes.set(component, known);
      return known;
    };
    // The run of an action that is due at the time that stays continues to count as running.
    const insert = transaction.sql.prepare(
      `INSERT INTO crons VALUES (?, ?, ?, ?, 0) ON CONFLICT (component, identifier) DO UPDATE
       SET spec = excluded.spec, next_at = excluded.next_at, is_running = is_running AND next_at = excluded.next_at`,
    );
    for (const pushed of [...specs].flatMap(([component, ofOne]) => pushedCrons(component, ofOne))) {
      const key = keyOf(pushed);
      const known = this.upcoming.get(key);
      const cron = { ...pushed, at: timeAfterPush(known, pushed.spec.schedule, now) };
      const isSame = known !== undefined && JSON.stringify(known.spec) === JSON.stringify(cron.spec);
      next.set(key, isSame ? known : cron);
      if (isSame) continue;
      changesOf(cron.component)[known === undefined ? "added" : "updated"].push(cron.identifier);
      insert.run(cron.component, cron.identifier, JSON.stringify(cron.spec), cron.at);
    }
    const remove = transaction.sql.prepare("DELETE FROM crons WHERE component = ? AND identifier = ?");
    for (const [key, { component, identifier }] of this.upcoming) {
      if (next.has(key)) continue;
      changesOf(component).deleted.push(identifier);
      remove.run(component, identifier);
    }
    transaction.afterCommit.push(() => {
      this.upcoming = next;
    });
    return changes;
  }

  private async runOnce(deployment: Deployment, cron: DueCron): Promise<void> {
    const { database } = this.parts;
    const context = contextOfScheduled(deployment, null);
    const component = findComponent(deployment, cron.component);
    const callee = findAny({ component, path: parseFunctionPath(cron.spec.name) });
    const call: FunctionInvocation = { callee, args: cron.spec.args[0] ?? {} };
    if (callee.kind !== "action") {
      await database.jobMutations.mutate((transaction, start) =>
        this.runMutation(transaction, start, cron, call, context),
      );
      return;
    }
    const began = await database.writer.mutate(async (transaction) => this.mark(transaction, cron));
    if (began) await this.runAction(cron, call, context);
  }

  private async runMutation(
    transaction: MutationTransaction,
    start: TransactionStart,
    cron: DueCron,
    call: FunctionInvocation,
    context: CallContext,
  ): Promise<void> {
    if (!this.isStillDue(transaction, cron)) return;
    // A failure is in the function's log and does not stop the cron: the next run comes nevertheless.
    await transaction.nested(() => this.parts.runner.mutationIn(transaction, start, call, context)).catch(ignoreOwn);
    this.advance(transaction, cron, this.parts.now());
  }

  private async runAction(cron: DueCron, call: FunctionInvocation, context: CallContext): Promise<void> {
    const { runner, database, now } = this.parts;
    await runner.run(call, context).catch(ignoreOwn);
    await database.writer.mutate(async (transaction) => this.advance(transaction, cron, now()));
  }

  private mark(transaction: MutationTransaction, cron: DueCron): boolean {
    if (!this.isStillDue(transaction, cron)) return false;
    transaction.sql
      .prepare("UPDATE crons SET is_running = 1 WHERE component = ? AND identifier = ?")
      .run(cron.component, cron.identifier);
    return true;
  }

  /** A push may have changed or removed the cron since it was found due. */
  private isStillDue(transaction: MutationTransaction, cron: DueCron): boolean {
    const spec = currentSpec(transaction, cron);
    return spec !== null && JSON.stringify(spec) === JSON.stringify(cron.spec);
  }

  /** A push may have changed the function while it ran. The run counts as long as the push has kept its time. */
  private advance(transaction: MutationTransaction, cron: DueCron, now: number): void {
    const spec = currentSpec(transaction, cron);
    if (spec === null) return;
    const next = nextOfStored(spec, cron.at, now);
    if (next === null) {
      this.remove(transaction, cron);
      return;
    }
    const { at, skipped } = next;
    if (skipped > 0) {
      this.parts.log.recordMessage(
        `Skipping ${skipped} run(s) of job ${cron.identifier} because multiple scheduled runs are in the past`,
      );
    }
    transaction.sql
      .prepare("UPDATE crons SET next_at = ?, is_running = 0 WHERE component = ? AND identifier = ?")
      .run(at, cron.component, cron.identifier);
    transaction.afterCommit.push(() => this.upcoming.set(keyOf(cron), { ...cron, spec, at }));
  }

  /** Ends a cron whose schedule was accepted by an earlier version and is refused now. The next push refuses it too. */
  private remove(transaction: MutationTransaction, cron: DueCron): void {
    this.parts.log.recordMessage(
      `Cron ${cron.identifier} has ended, because its schedule is no longer valid: ${JSON.stringify(cron.spec.schedule)}`,
    );
    transaction.sql
      .prepare("DELETE FROM crons WHERE component = ? AND identifier = ?")
      .run(cron.component, cron.identifier);
    transaction.afterCommit.push(() => this.upcoming.delete(keyOf(cron)));
  }
}

/** Returns what the cron does now. null: it is not due at this time any more. */
function currentSpec(transaction: MutationTransaction, cron: DueCron): CronSpec | null {
  const row = transaction.sql
    .prepare<[number, string]>("SELECT next_at, spec FROM crons WHERE component = ? AND identifier = ?")
    .get(cron.component, cron.identifier);
  return row === undefined || row[0] !== cron.at ? null : (JSON.parse(row[1]) as CronSpec);
}

/** null: the schedule is not valid. */
function nextOfStored(spec: CronSpec, lastAt: number, now: number): { at: number; skipped: number } | null {
  try {
    return nextRun(spec.schedule, lastAt, now);
  } catch (error) {
    if (error instanceof FunctionError) return null;
    throw error;
  }
}

function pushedCrons(component: string, specs: Record<string, CronSpec>): Omit<DueCron, "at">[] {
  return Object.entries(specs).map(([identifier, spec]) => ({ component, identifier, spec }));
}

/** A push that leaves the schedule alone leaves the time alone. */
function timeAfterPush(known: DueCron | undefined, schedule: CronSchedule, now: number): number {
  if (known === undefined) return firstRun(schedule, now);
  const old = known.spec.schedule;
  const isSame = JSON.stringify(old) === JSON.stringify(schedule);
  return isSame || areRunsClose(old, now) ? known.at : firstRun(schedule, now);
}

function keyOf({ component, identifier }: { component: string; identifier: string }): string {
  return JSON.stringify([component, identifier]);
}

function ignoreOwn(error: unknown): void {
  if (!(error instanceof FunctionError)) throw error;
}
