// The code of the thread that commits batches. It knows nothing about documents: a batch is a list of statements with
// their parameters (batchBuffer.ts). `commitThread` runs in its own thread as its text, so it may use only its
// parameters, the types of this file and what Node has built in.
import type { MessagePort, receiveMessageOnPort } from "node:worker_threads";

/** What the thread does now. The main thread may wait for a change of it. */
export const states = {
  resting: 0,
  committing: 1,
  /** Another process holds the lock of the file. */
  waitingForLock: 2,
  ending: 3,
} as const;

/** The parts of a batch, each with the number that marks it. */
export const marks = {
  /** The text of a statement, which gets the next number. */
  statement: 1,
  /** The number of a statement, the number of its parameters, and they themselves. */
  run: 2,
  null: 3,
  number: 4,
  text: 5,
  bytes: 6,
} as const;

export type Outcome = { kind: "committed" } | { kind: "failed"; message: string; errcode: number | undefined };

/** Where the next batches are. It comes before a batch that is elsewhere than the one before it. */
export interface Memory {
  batch: SharedArrayBuffer;
}

export interface ThreadSettings {
  port: MessagePort;
  /** The state, the length of the batch in bytes, and whether the thread shall end, which no state overwrites. */
  control: SharedArrayBuffer;
  file: string;
  /** The path of the module that opens the database. */
  sqlite: string;
  setUp: string;
  lockWaitMs: number;
  lockRetryMs: number;
  /** A larger copy of a batch is not kept. */
  maxKeptBytes: number;
  states: typeof states;
  marks: typeof marks;
}

interface Prepared {
  run(...parameters: unknown[]): unknown;
}

interface Opened {
  exec(sql: string): void;
  prepare(sql: string): Prepared;
  close(): void;
}

export function commitThread(load: NodeJS.Require, settings: ThreadSettings): void {
  const { port, file, sqlite, setUp, lockWaitMs, lockRetryMs, maxKeptBytes, states: is, marks: mark } = settings;
  const { receiveMessageOnPort: receive } = load("node:worker_threads") as {
    receiveMessageOnPort: typeof receiveMessageOnPort;
  };
  const { DatabaseSync } = load(sqlite) as { DatabaseSync: new (file: string, options: object) => Opened };
  const control = new Int32Array(settings.control);
  const locked = 5;
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec(setUp);
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  let prepared: Prepared[] = [];
  let shared: Uint8Array = new Uint8Array(0);
  /** Takes a copy of each batch, because SQLite's driver takes no shared memory, and this thread rarely collects. */
  let copy = Buffer.alloc(0);

  function become(state: number): void {
    Atomics.store(control, 0, state);
    Atomics.notify(control, 0);
  }

  function beginWhenUnlocked(): void {
    const end = performance.now() + lockWaitMs;
    for (;;) {
      try {
        begin.run();
        if (Atomics.load(control, 0) !== is.committing) become(is.committing);
        return;
      } catch (error) {
        if ((codeOf(error) ?? 0) % 256 !== locked || performance.now() > end) throw error;
        become(is.waitingForLock);
        Atomics.wait(control, 0, is.waitingForLock, lockRetryMs);
      }
    }
  }

  function codeOf(error: unknown): number | undefined {
    return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
      ? error.errcode
      : undefined;
  }

  /** Performs what a batch says, beginning at its first byte. */
  function perform(batch: Buffer): void {
    let at = 0;
    function length(): number {
      const read = batch.readUInt32LE(at);
      at += 4;
      return read;
    }
    function parameter(): unknown {
      const kind = batch[at++];
      if (kind === mark.null) return null;
      if (kind === mark.number) {
        at += 8;
        return batch.readDoubleLE(at - 8);
      }
      const from = at + 4;
      at = from + length();
      return kind === mark.text ? batch.toString("utf8", from, at) : batch.subarray(from, at);
    }
    while (at < batch.length) {
      if (batch[at++] === mark.statement) {
        const from = at + 4;
        at = from + length();
        prepared.push(database.prepare(batch.toString("utf8", from, at)));
        continue;
      }
      const statement = prepared[length()];
      const parameters = Array.from({ length: length() }, parameter);
      statement?.run(...parameters);
    }
  }

  function committed(batch: Buffer): Outcome {
    try {
      beginWhenUnlocked();
      perform(batch);
      commit.run();
      return { kind: "committed" };
    } catch (error) {
      // The batch may have failed before all its statements were prepared, so the next one begins with the first again.
      prepared = [];
      try {
        database.exec("ROLLBACK");
      } catch {
        // SQLite has already rolled back by itself, or nothing had begun.
      }
      return {
        kind: "failed",
        message: error instanceof Error ? error.message : String(error),
        errcode: codeOf(error),
      };
    }
  }

  port.postMessage("ready");
  while (Atomics.load(control, 2) === 0 || Atomics.load(control, 0) === is.committing) {
    Atomics.wait(control, 0, is.resting);
    // The main thread may be delayed after it has set the state, and this one has committed the batch by then. The
    // notification comes when there is no batch. Without this line the last one would be committed again, and its
    // second outcome taken for that of the next one.
    if (Atomics.load(control, 0) !== is.committing) continue;
    const moved: { message: Memory } | undefined = receive(port);
    if (moved !== undefined) shared = new Uint8Array(moved.message.batch);
    const length = control[1] ?? 0;
    if (copy.length < length) copy = Buffer.alloc(shared.length);
    copy.set(shared.subarray(0, length));
    const outcome = committed(copy.subarray(0, length));
    if (copy.length > maxKeptBytes) copy = Buffer.alloc(0);
    // In this order, because the main thread sends the next batch as soon as it has the outcome.
    become(is.resting);
    port.postMessage(outcome);
  }
  database.close();
  port.close();
}
