// The database of the hand-written server: WAL with synchronous=FULL, prepared statements, and writes that are asked
// for together share one commit.
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

/** A statement whose rows are arrays, which are made faster. */
export function prepare(sql: string) {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** What was asked for in one turn of the event loop; the answers wait for the commit that they share. */
let waiting: Task[] = [];

/** The first statement of a task that writes is the one that can fail; nothing has to be undone then. */
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
