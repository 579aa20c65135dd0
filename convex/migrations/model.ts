// Runs migrations in steps while the deployment serves requests. A step stores its progress in the transaction that
// changes the rows, so a crash loses nothing and repeats nothing. Each step schedules the next one. A migration that is
// started again continues where its last step ended.
import { internal } from "../_generated/api";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { progressOf } from "../lib/migrations";
import { isoTime } from "../lib/times";
import { migrations } from "./all";
import type { Migration } from "./migration";

/** Starts or continues unfinished migrations and returns their names. With `again`, finished ones start once more. */
export async function startMigrations(ctx: MutationCtx, again: boolean): Promise<string[]> {
  const going: string[] = [];
  for (const migration of migrations) {
    const step = await nextStep(ctx, migration, again);
    if (step === null) continue;
    await scheduleStep(ctx, migration, step);
    going.push(migration.name);
  }
  return going;
}

/** Returns the number of the step with which the migration continues, or null when there is nothing to do. */
async function nextStep(ctx: MutationCtx, { name, isNeeded }: Migration, again: boolean): Promise<number | null> {
  const progress = await progressOf(ctx, name);
  const movedAtMs = Date.now();
  if (progress === null) {
    const hasRows = await isNeeded(ctx);
    const finished = hasRows ? {} : { finishedAtMs: movedAtMs };
    await ctx.db.insert("migrations", { name, cursor: null, steps: 0, rows: 0, movedAtMs, ...finished });
    return hasRows ? 0 : null;
  }
  if (progress.finishedAtMs === undefined) return progress.steps;
  if (!again) return null;
  await ctx.db.patch("migrations", progress._id, { cursor: null, rows: 0, movedAtMs, finishedAtMs: undefined });
  return progress.steps;
}

/** A migration that is started while it runs has the same step scheduled twice. Only the first call counts. */
export async function runStep(ctx: MutationCtx, migration: Migration, step: number): Promise<void> {
  const progress = await progressOf(ctx, migration.name);
  if (progress === null || progress.finishedAtMs !== undefined || progress.steps !== step) return;
  const { rows, next } = await migration.takeStep(ctx, progress.cursor);
  const movedAtMs = Date.now();
  await ctx.db.patch("migrations", progress._id, {
    cursor: next,
    steps: step + 1,
    rows: progress.rows + rows,
    movedAtMs,
    ...(next === null ? { finishedAtMs: movedAtMs } : {}),
  });
  if (next !== null) await scheduleStep(ctx, migration, step + 1);
}

async function scheduleStep(ctx: MutationCtx, { name }: Migration, step: number): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.migrations.scheduled.step, { name, step });
}

/** The progress of a migration. It must be a type and not an interface, because Convex functions return it. */
export type MigrationView = {
  name: string;
  status: "pending" | "running" | "finished";
  rows: number;
  /** The time of the last step, or of the start. Null for a migration that has not been started. */
  movedAt: string | null;
};

export async function presentMigrations(ctx: QueryCtx): Promise<MigrationView[]> {
  return await Promise.all(
    migrations.map(async ({ name }) => {
      const progress = await progressOf(ctx, name);
      if (progress === null) return { name, status: "pending", rows: 0, movedAt: null } as const;
      const { rows, movedAtMs, finishedAtMs } = progress;
      const status = finishedAtMs === undefined ? "running" : "finished";
      return { name, status, rows, movedAt: isoTime(movedAtMs) } as const;
    }),
  );
}
