import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { JsonObject } from "../../value/json";
import { Database, type Concurrency } from "../database";
import type { CommitMode } from "../batches";
import { addIndex, createTable } from "../tables";
import type { MutationTransaction } from "../mutationTransaction";

export interface TemporaryDatabase {
  database: Database;
  readonly file: string;
  /** Closes the file and opens it again, as a restart does. */
  reopen(): Promise<Database>;
  remove(): Promise<void>;
}

interface TemporaryOptions {
  now?: () => number;
  concurrency?: Concurrency;
  /** The default is a thread of its own, from the first mutation. */
  committing?: CommitMode;
}

export async function temporaryDatabase({
  now = Date.now,
  concurrency = "serial",
  committing = "in a thread",
}: TemporaryOptions = {}): Promise<TemporaryDatabase> {
  const open = async (): Promise<Database> => {
    const database = new Database(file, now, { concurrency, committing });
    await database.writer.threadIsReady();
    return database;
  };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "engine-database-"));
  const file = path.join(folder, "data.sqlite");
  const temporary: TemporaryDatabase = {
    file,
    database: await open(),
    reopen: async () => {
      await temporary.database.close();
      temporary.database = await open();
      return temporary.database;
    },
    remove: async () => {
      await temporary.database.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
  return temporary;
}

export function mutate<T>(database: Database, body: (transaction: MutationTransaction) => T | Promise<T>): Promise<T> {
  return database.writer.mutate(async (transaction) => body(transaction));
}

export function insert(database: Database, table: string, fields: JsonObject): Promise<string> {
  return mutate(database, (transaction) => transaction.insert("", table, fields));
}

/** Creates a table with one index on the given fields. */
export async function tableWithIndex(
  database: Database,
  table: string,
  index: string,
  fields: string[],
): Promise<void> {
  await mutate(database, (transaction) => {
    transaction.registry = createTable(transaction.sql, transaction.registry, "", table);
    const created = transaction.registry.table("", table);
    if (created === undefined) throw new Error("the table was not created");
    transaction.registry = addIndex(transaction.sql, transaction.registry, created, index, fields);
  });
}
