// The thread that commits, and the main thread that speaks to it: whatever the system does to either, each batch is
// committed once and has one outcome.
import { DatabaseSync } from "@photostructure/sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { BatchBuffer } from "./batchBuffer";
import { Committer } from "./committer";

async function open() {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-committer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "data.sqlite");
  const setUp = "PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS rows (text TEXT)";
  const outcomes: (Error | null)[] = [];
  const committer = await new Promise<Committer>((resolve) => {
    const opened: Committer = new Committer({
      file,
      setUp,
      lockWaitMs: 1000,
      lockRetryMs: 5,
      onReady: () => setImmediate(() => resolve(opened)),
      onOutcome: (failure) => outcomes.push(failure),
    });
  });
  const rows = () => {
    const database = new DatabaseSync(file);
    const found = database.prepare("SELECT text FROM rows ORDER BY rowid").all();
    database.close();
    return found.map((row) => (row as { text: string }).text);
  };
  return { committer, outcomes, rows };
}

/** Notifies as the main thread does that was delayed after it had set the state. */
function notifyLate(committer: Committer): void {
  const control: unknown = Reflect.get(committer, "control");
  if (!(control instanceof Int32Array)) throw new Error("The committer has no state.");
  expect(Atomics.notify(control, 0)).toBe(1);
}

it("a notification that comes when its batch is committed commits nothing again", async () => {
  const { committer, outcomes, rows } = await open();
  const batch = new BatchBuffer();
  const insert = batch.prepare("INSERT INTO rows VALUES (?)");
  insert.run("one");
  committer.send(batch);
  await expect.poll(() => outcomes).toEqual([null]);
  for (let times = 0; times < 3; times++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    notifyLate(committer);
  }
  insert.run("two");
  committer.send(batch);
  await expect.poll(() => outcomes.length).toBeGreaterThan(1);
  await committer.stop();
  expect(outcomes).toEqual([null, null]);
  expect(rows()).toEqual(["one", "two"]);
});

/** A batch whose commit takes long enough to be interrupted. */
function largeBatch(count: number): BatchBuffer {
  const batch = new BatchBuffer();
  const insert = batch.prepare("INSERT INTO rows VALUES (?)");
  for (let index = 0; index < count; index++) insert.run("row");
  return batch;
}

const count = 50_000;

it("a thread that shall end while it commits ends after the batch", async () => {
  const { committer, outcomes, rows } = await open();
  committer.send(largeBatch(count));
  // The thread has taken the batch and is not done with it.
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(outcomes).toEqual([]);
  await committer.stop();
  expect(rows()).toHaveLength(count);
});
