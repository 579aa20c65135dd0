// A migration calls a function with every row of a table. It works in steps, and each step is one transaction.
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

export interface Migration {
  /** Whether there is anything to migrate. A new deployment has no rows in an older form. */
  isNeeded: (ctx: MutationCtx) => Promise<boolean>;
  takeStep: (ctx: MutationCtx, cursor: string | null) => Promise<Step>;
}

interface Step {
  rows: number;
  /** The cursor at which the next step begins. Null after the last step. */
  next: string | null;
}

/**
 * The most rows that a step migrates. Other requests wait for a step, so it must take only milliseconds, and migrating
 * one row may read and write about ten other rows.
 */
const rowsPerStep = 50;
/**
 * The most bytes of rows that a step reads: a quarter of a transaction's limit, because changing a row reads it again.
 */
const bytesPerStep = 4 * 1024 * 1024;

/**
 * Builds a migration that calls `migrateOne` with every row of a table. `migrateOne` must leave a row that has the new
 * form already as it is: such rows are created while the migration runs, and after a backup was restored the whole
 * migration may run again.
 */
export function overTable<Table extends TableNames>(
  table: Table,
  migrateOne: (ctx: MutationCtx, row: Doc<Table>) => Promise<void>,
): Migration {
  return {
    isNeeded: async (ctx) => (await ctx.db.query(table).first()) !== null,
    takeStep: async (ctx, cursor) => {
      const options = { cursor, numItems: rowsPerStep, maximumBytesRead: bytesPerStep };
      const { page, isDone, continueCursor } = await ctx.db.query(table).paginate(options);
      for (const row of page) await migrateOne(ctx, row);
      return { rows: page.length, next: isDone ? null : continueCursor };
    },
  };
}
