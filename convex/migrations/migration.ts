// A migration calls a function with every row of a table. It works in steps, and each step is one transaction.
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

export interface Migration {
  /** It must never change: a deployment records finished migrations by name. */
  name: string;
  /** Whether there is anything to migrate. A new deployment has no rows in an older form. */
  isNeeded: (ctx: MutationCtx) => Promise<boolean>;
  takeStep: (ctx: MutationCtx, cursor: string | null) => Promise<Step>;
}

interface Step {
  rows: number;
  /** The cursor at which the next step begins. Null after the last step. */
  next: string | null;
}

/** Other requests wait for a step of a migration, and one row may need about ten reads and writes of others. */
const rowsPerStep = 50;
/** A step of a migration reads a quarter of a transaction's limit, because changing a row reads it again. */
const bytesPerStep = 4 * 1024 * 1024;

/** `migrateOne` must leave a row in the new form as it is, because a migration may meet such rows and may run again. */
export function overTable<Table extends TableNames>(
  name: string,
  table: Table,
  migrateOne: (ctx: MutationCtx, row: Doc<Table>) => Promise<void>,
): Migration {
  return {
    name,
    isNeeded: async (ctx) => (await ctx.db.query(table).first()) !== null,
    takeStep: async (ctx, cursor) => {
      const options = { cursor, numItems: rowsPerStep, maximumBytesRead: bytesPerStep };
      const { page, isDone, continueCursor } = await ctx.db.query(table).paginate(options);
      for (const row of page) await migrateOne(ctx, row);
      return { rows: page.length, next: isDone ? null : continueCursor };
    },
  };
}
