// The only place that imports SQLite. The package has the interface of `node:sqlite`, so on Node 22 it can fall away.
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";

export type SqlValue = null | number | string | Uint8Array;

/** Rows come back as arrays in the order of the selected columns. */
export interface Statement<Row extends readonly SqlValue[]> {
  run(...parameters: SqlValue[]): { changes: number; lastRowId: number };
  get(...parameters: SqlValue[]): Row | undefined;
  all(...parameters: SqlValue[]): Row[];
}

export class Connection {
  private readonly database: DatabaseSyncInstance;

  constructor(path: string, options: { readOnly: boolean } = { readOnly: false }) {
    this.database = new DatabaseSync(path, { readOnly: options.readOnly, timeout: 0 });
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  prepare<Row extends readonly SqlValue[]>(sql: string): Statement<Row> {
    const statement = this.database.prepare(sql);
    statement.setReturnArrays(true);
    return {
      run: (...parameters) => {
        const result = statement.run(...parameters);
        return { changes: result.changes, lastRowId: Number(result.lastInsertRowid) };
      },
      // The driver types rows as unknown; what a statement selects is known where it is written.
      get: (...parameters) => statement.get(...parameters) as Row | undefined,
      all: (...parameters) => statement.all(...parameters) as Row[],
    };
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }
}
