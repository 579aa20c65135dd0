// Watches what a transaction writes, so that its entry in the audit log can say what was changed.
import type { MutationCtx } from "../_generated/server";

type Writer = MutationCtx["db"];

/** A row of any table. */
export type AnyRow = Record<string, unknown>;

/** What a transaction did to a row. `before` is null for a row that it made, and `after` for one that it deleted. */
export interface Change {
  table: string;
  id: string;
  before: AnyRow | null;
  after: AnyRow | null;
}

/** The methods of the database that matter here, for whichever table. */
interface AnyWriter {
  get(table: string, id: string): Promise<AnyRow | null>;
  insert(table: string, fields: AnyRow): Promise<string>;
  patch(table: string, id: string, fields: AnyRow): Promise<void>;
  replace(table: string, id: string, fields: AnyRow): Promise<void>;
  delete(table: string, id: string): Promise<void>;
}

export interface ObservedWrites {
  db: Writer;
  /** Whether anything was written, to whichever table. */
  hasWritten: () => boolean;
  /** In the order in which the rows were first written. */
  changes: () => readonly Change[];
}

/**
 * Returns a database that does what `db` does, and what is written through it. Only rows of `tables` are kept. A row of
 * these that is written without having been read by its id is read once.
 */
export function observeWrites(db: Writer, tables: ReadonlySet<string>): ObservedWrites {
  // The types of the database have one overload for each way to name a row; every call here names the table first.
  const writer = db as unknown as AnyWriter;
  const seen = new Map<string, AnyRow | null>();
  const changed = new Map<string, Change>();
  let hasWritten = false;

  async function change(table: string, id: string, after: (before: AnyRow) => AnyRow | null): Promise<void> {
    hasWritten = true;
    if (!tables.has(table)) return;
    const found = seen.get(id) ?? (changed.has(id) ? null : await writer.get(table, id));
    // Another write to the row may have been observed while it was read.
    const known = changed.get(id);
    const before = known === undefined ? found : known.after;
    if (before === null) return;
    changed.set(id, { table, id, before: known === undefined ? before : known.before, after: after(before) });
  }

  const observing: AnyWriter = {
    async get(table, id) {
      const row = await writer.get(table, id);
      if (tables.has(table) && !changed.has(id)) seen.set(id, row);
      return row;
    },
    async insert(table, fields) {
      const id = await writer.insert(table, fields);
      hasWritten = true;
      if (tables.has(table)) changed.set(id, { table, id, before: null, after: { ...fields, _id: id } });
      return id;
    },
    async patch(table, id, fields) {
      await change(table, id, (before) => ({ ...before, ...fields }));
      await writer.patch(table, id, fields);
    },
    async replace(table, id, fields) {
      await change(table, id, ({ _id, _creationTime }) => ({ _id, _creationTime, ...fields }));
      await writer.replace(table, id, fields);
    },
    async delete(table, id) {
      await change(table, id, () => null);
      await writer.delete(table, id);
    },
  };
  const observed = { ...db, ...observing } as unknown as Writer;
  // A row that was made and deleted in one transaction was never there.
  const lasting = () => [...changed.values()].filter(({ before, after }) => before !== null || after !== null);
  return { db: observed, hasWritten: () => hasWritten, changes: lasting };
}
