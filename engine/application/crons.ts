// The rows of crons and their runs. A run of a mutation and the move to its next time are one commit; a run of an
// action is marked before it begins. What was missed is passed over, never caught up with.
import type { MutationTransaction } from "../database/mutationTransaction";
import type { TransactionStart } from "../database/writer";
import type { CronSpec } from "../runtime/contract";
import { FunctionError } from "../value/functionError";
import { firstRun, nextRun } from "./cronSchedule";
import { findAny, type Deployment } from "./deployment";
import { parseFunctionPath } from "./functionPath";
import type { FunctionInvocation } from "./functionRunner";
import type { Services } from "./services";
import type { CallContext } from "./syscalls/scope";

export interface DueCron {
  identifier: string;
  spec: CronSpec;
  /** Epoch milliseconds at which this run was due. */
  at: number;
}

export interface CronChanges {
  added: string[];
  updated: string[];
  deleted: string[];
}

export class Crons {
  /** By identifier; the database has the same, so that `due` needs no read. */
  private upcoming = new Map<string, DueCron>();
  private readonly running = new Set<string>();

  constructor(
    private readonly services: () => Services,
    private readonly deployment: () => Deployment | null,
  ) {}

  /** Reads the rows; an action that a crash cut off is not run again. */
  async load(): Promise<void> {
    const { database, now } = this.services();
    const rows = database.readRows<[string, string, number, number]>(
      "SELECT identifier, spec, next_at, is_running FROM crons",
    );
    for (const [identifier, spec, at, isRunning] of rows) {
      const cron = { identifier, spec: JSON.parse(spec) as CronSpec, at };
      this.upcoming.set(identifier, cron);
      if (isRunning === 1) {
        await database.writer.mutate(async (transaction) => this.advance(transaction, cron, now()));
      }
    }
  }

  due(now: number): DueCron[] {
    return [...this.upcoming.values()].filter((cron) => cron.at <= now && !this.running.has(cron.identifier));
  }

  nextAt(): number | null {
    const waiting = [...this.upcoming.values()].filter((cron) => !this.running.has(cron.identifier));
    return waiting.length === 0 ? null : Math.min(...waiting.map((cron) => cron.at));
  }

  async run(cron: DueCron): Promise<void> {
    const deployment = this.deployment();
    if (deployment === null) return;
    this.running.add(cron.identifier);
    try {
      await this.runOnce(deployment, cron);
    } finally {
      this.running.delete(cron.identifier);
    }
  }

  /** Brings the rows to what a push has; part of the push's transaction. */
  replace(transaction: MutationTransaction, specs: Record<string, CronSpec>, now: number): CronChanges {
    const changes: CronChanges = { added: [], updated: [], deleted: [] };
    const next = new Map<string, DueCron>();
    for (const [identifier, spec] of Object.entries(specs)) {
      const known = this.upcoming.get(identifier);
      const isSame = known !== undefined && JSON.stringify(known.spec) === JSON.stringify(spec);
      next.set(identifier, isSame ? known : { identifier, spec, at: firstRun(spec.schedule, now) });
      if (known === undefined) changes.added.push(identifier);
      else if (!isSame) changes.updated.push(identifier);
    }
    changes.deleted = [...this.upcoming.keys()].filter((identifier) => !next.has(identifier));
    const remove = transaction.sql.prepare("DELETE FROM crons WHERE identifier = ?");
    const insert = transaction.sql.prepare("INSERT OR REPLACE INTO crons VALUES (?, ?, ?, 0)");
    for (const identifier of changes.deleted) remove.run(identifier);
    for (const identifier of [...changes.added, ...changes.updated]) {
      const cron = next.get(identifier);
      if (cron !== undefined) insert.run(identifier, JSON.stringify(cron.spec), cron.at);
    }
    transaction.afterCommit.push(() => {
      this.upcoming = next;
    });
    return changes;
  }

  private async runOnce(deployment: Deployment, cron: DueCron): Promise<void> {
    const { database, scheduler, now } = this.services();
    const context = scheduler.context(deployment, null);
    const callee = findAny(deployment, parseFunctionPath(cron.spec.name));
    const call: FunctionInvocation = { callee, args: cron.spec.args[0] ?? {} };
    if (callee.kind !== "action") {
      await database.writer.mutate((transaction, start) => this.runMutation(transaction, start, cron, call, context));
      return;
    }
    const began = await database.writer.mutate(async (transaction) => this.mark(transaction, cron));
    if (began) await this.runAction(cron, call, context, now);
  }

  private async runMutation(
    transaction: MutationTransaction,
    start: TransactionStart,
    cron: DueCron,
    call: FunctionInvocation,
    context: CallContext,
  ): Promise<void> {
    if (!this.isStillDue(transaction, cron)) return;
    // A failure is the function's own business and in its log; the next run comes all the same.
    await transaction
      .nested(() => this.services().runner.mutationIn(transaction, start, call, context))
      .catch(ignoreOwn);
    this.advance(transaction, cron, this.services().now());
  }

  private async runAction(
    cron: DueCron,
    call: FunctionInvocation,
    context: CallContext,
    now: () => number,
  ): Promise<void> {
    const { runner, database } = this.services();
    await runner.run(call, context).catch(ignoreOwn);
    await database.writer.mutate(async (transaction) => this.advance(transaction, cron, now()));
  }

  private mark(transaction: MutationTransaction, cron: DueCron): boolean {
    if (!this.isStillDue(transaction, cron)) return false;
    transaction.sql.prepare("UPDATE crons SET is_running = 1 WHERE identifier = ?").run(cron.identifier);
    return true;
  }

  /** A push may have changed or removed the cron since it was found due. */
  private isStillDue(transaction: MutationTransaction, cron: DueCron): boolean {
    const row = transaction.sql
      .prepare<[number, string]>("SELECT next_at, spec FROM crons WHERE identifier = ?")
      .get(cron.identifier);
    return row !== undefined && row[0] === cron.at && row[1] === JSON.stringify(cron.spec);
  }

  private advance(transaction: MutationTransaction, cron: DueCron, now: number): void {
    if (!this.isStillDue(transaction, cron)) return;
    const { at, skipped } = nextRun(cron.spec.schedule, cron.at, now);
    if (skipped > 0) {
      this.services().log.note(
        `Skipping ${skipped} run(s) of job ${cron.identifier} because multiple scheduled runs are in the past`,
      );
    }
    transaction.sql
      .prepare("UPDATE crons SET next_at = ?, is_running = 0 WHERE identifier = ?")
      .run(at, cron.identifier);
    transaction.afterCommit.push(() => this.upcoming.set(cron.identifier, { ...cron, at }));
  }
}

function ignoreOwn(error: unknown): void {
  if (!(error instanceof FunctionError)) throw error;
}
