// The database of the hand-written server. It uses WAL with synchronous=FULL and prepared statements. Writes that are
// requested together share one commit.
import path from "node:path";
import { randomBytes } from "node:crypto";
import { DatabaseSync } from "@photostructure/sqlite";

const directory = process.argv[2];
if (directory === undefined) throw new Error("Name the data directory.");

export const database = new DatabaseSync(path.join(directory, "handwritten.sqlite3"));
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
`);

export function newId(): string {
  return randomBytes(16).toString("hex");
}

/** Prepares a statement that returns rows as arrays, which is faster than objects. */
export function prepare(sql: string) {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** The tasks of one turn of the event loop. Their answers wait for the shared commit. */
let waiting: Task[] = [];

/** A task that writes. Only its first writing statement may fail, so nothing must be undone after a failure. */
type Task = { work: () => void; answer: () => void; refuse: (thrown: unknown) => void };

export function enqueue(task: Task): void {
  waiting.push(task);
  if (waiting.length === 1) setImmediate(commit);
}

function commit(): void {
  const batch = waiting;
  waiting = [];
  database.exec("BEGIN IMMEDIATE");
  const answers = batch.map(({ work, answer, refuse }) => {
    try {
      work();
      return answer;
    } catch (thrown) {
      return () => refuse(thrown);
    }
  });
  database.exec("COMMIT");
  for (const answer of answers) answer();
}
