// What a migration is: a function of one row of a table, carried out for all rows in steps that each are a transaction.
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

export interface Migration {
  /** Whether there is anything to do: a deployment that is new has no rows of the older form. */
  isNeeded: (ctx: MutationCtx) => Promise<boolean>;
  takeStep: (ctx: MutationCtx, cursor: string | null) => Promise<Step>;
}

interface Step {
  rows: number;
  /** Where the next one begins; null when this was the last one. */
  next: string | null;
}

/** Small enough that requests beside it wait for milliseconds. What is done to a row may read and write some ten others. */
const rowsPerStep = 50;
/** A quarter of what a transaction may read, as a row is read again where it is changed. */
const bytesPerStep = 4 * 1024 * 1024;

/**
 * `migrateOne` is given every row, also those that have the new form already, which it leaves as they are: rows are made
 * while it goes on, and all of it is done again after a backup has been restored.
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
