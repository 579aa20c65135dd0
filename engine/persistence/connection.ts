// The only file that imports SQLite. The package has the interface of `node:sqlite`, so Node 22 can do without the
// package.
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { translateSqliteError } from "./sqliteErrors";

export type SqlValue = null | number | string | Uint8Array;

/** A prepared statement. It returns rows as arrays in the order of the selected columns. */
export interface Statement<Row extends readonly SqlValue[]> {
  run(...parameters: SqlValue[]): { changes: number; lastRowId: number };
  get(...parameters: SqlValue[]): Row | undefined;
  all(...parameters: SqlValue[]): Row[];
}

/**
 * SQLite compiles a statement with a plain `LIMIT ?` again at each execution, because the plan may depend on the
 * number. That costs many times what a short read costs. It does not look into an expression.
 */
export const limitParameter = "LIMIT ? + 0";

interface ConnectionOptions {
  readOnly?: boolean;
  /** How long a statement waits for a lock that another process holds. The whole process waits with it. */
  lockWaitMs?: number;
}

export class Connection {
  private readonly database: DatabaseSyncInstance;
  private failure: Error | null = null;

  constructor(path: string, { readOnly = false, lockWaitMs = 0 }: ConnectionOptions = {}) {
    this.database = new DatabaseSync(path, { readOnly, timeout: lockWaitMs });
  }

  exec(sql: string): void {
    this.attempt(() => this.database.exec(sql));
  }

  prepare<Row extends readonly SqlValue[]>(sql: string): Statement<Row> {
    const statement = this.attempt(() => this.database.prepare(sql));
    statement.setReturnArrays(true);
    return {
      run: (...parameters) => {
        const result = this.attempt(() => statement.run(...parameters));
        return { changes: result.changes, lastRowId: Number(result.lastInsertRowid) };
      },
      // The driver types rows as unknown. The code that writes a statement knows the columns that it selects.
      get: (...parameters) => this.attempt((): unknown => statement.get(...parameters)) as Row | undefined,
      all: (...parameters) => this.attempt((): unknown[] => statement.all(...parameters)) as Row[],
    };
  }

  /** From now on every statement throws `refusal`, including statements that were prepared before. */
  failAll(failure: Error): void {
    this.failure = failure;
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  /** Runs `work` unless the connection refuses all statements. Throws DatabaseUnavailable for trouble that passes. */
  private attempt<T>(work: () => T): T {
    if (this.failure !== null) throw this.failure;
    try {
      return work();
    } catch (error) {
      throw translateSqliteError(error);
    }
  }
}
