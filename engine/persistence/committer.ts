// Commits batches in a thread of its own, so that the main thread continues while SQLite writes and waits for the disk.
// One batch is on its way at a time.
import { createRequire } from "node:module";
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";
import { memoryLimits } from "../memoryLimits";
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import type { BatchBuffer } from "./batchBuffer";
import { commitThread, marks, states, type Memory, type Outcome, type ThreadSettings } from "./commitThread";
import { translateSqliteError } from "./sqliteErrors";

const CODE = `
  const { createRequire } = require("node:module");
  const { workerData } = require("node:worker_threads");
  (${commitThread.toString()})(createRequire(workerData.root), workerData.settings);
`;

/** No commit takes longer, unless its thread has ended. The process learns of that when this one does not block. */
const maxCommitMs = 30_000;

export interface CommitterSettings extends Pick<ThreadSettings, "file" | "setUp" | "lockWaitMs" | "lockRetryMs"> {
  onReady: () => void;
  /** Receives what has become of the batch on its way: null, or why it was not committed. */
  onOutcome: (failure: Error | null) => void;
}

export class Committer {
  private readonly control = new Int32Array(new SharedArrayBuffer(12));
  private readonly port: MessagePort;
  private readonly worker: Worker;
  private readonly ended: Promise<unknown>;
  /** The memory that the thread knows. */
  private knownMemory: SharedArrayBuffer | null = null;
  private isReady = false;

  constructor(private readonly settings: CommitterSettings) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const { file, setUp, lockWaitMs, lockRetryMs } = settings;
    const given: ThreadSettings = {
      port: port2,
      control: this.control.buffer,
      file,
      sqlite: createRequire(import.meta.url).resolve("@photostructure/sqlite"),
      setUp,
      lockWaitMs,
      lockRetryMs,
      maxKeptBytes: memoryLimits.batchBuffer,
      states,
      marks,
    };
    this.worker = new Worker(CODE, {
      eval: true,
      workerData: { root: import.meta.url, settings: given },
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      execArgv: [],
    });
    this.ended = new Promise((resolve) => this.worker.once("exit", resolve));
    this.worker.once("error", (error) => this.threadFailed(error));
    this.port.on("message", (message: Outcome | "ready") => this.received(message));
  }

  send(batch: BatchBuffer): void {
    const { memory, length } = batch.take();
    if (memory !== this.knownMemory) this.port.postMessage({ batch: memory } satisfies Memory);
    this.knownMemory = memory;
    this.port.ref();
    Atomics.store(this.control, 1, length);
    Atomics.store(this.control, 0, states.committing);
    Atomics.notify(this.control, 0);
  }

  /**
   * Blocks this thread until the batch on its way has its outcome, and hands that over as usual. Throws when another
   * process holds the lock, because then it could take long.
   */
  waitForOutcome(): void {
    for (;;) {
      const waited = Atomics.wait(this.control, 0, states.committing, maxCommitMs);
      if (waited === "timed-out") throw new Error("The thread that commits does not answer.");
      if (Atomics.load(this.control, 0) === states.waitingForLock) throw new DatabaseUnavailable("DatabaseLocked");
      const received: { message: Outcome } | undefined = receiveMessageOnPort(this.port);
      if (received !== undefined) return this.received(received.message);
    }
  }

  /** Ends the thread, after the batch that may be on its way. */
  async stop(): Promise<void> {
    Atomics.store(this.control, 2, 1);
    // Wakes the thread. While it commits the state stays, and it reads the wish afterwards.
    Atomics.compareExchange(this.control, 0, states.resting, states.ending);
    Atomics.notify(this.control, 0);
    this.worker.ref();
    await this.ended;
    this.port.close();
  }

  private received(message: Outcome | "ready"): void {
    if (message === "ready") {
      this.isReady = true;
      // From now on only a batch on its way keeps the process from ending.
      this.worker.unref();
      this.port.unref();
      return this.settings.onReady();
    }
    this.port.unref();
    this.settings.onOutcome(message.kind === "committed" ? null : failureOf(message));
  }

  /**
   * Nobody knows then what has become of the batch on its way, so the process starts again. A thread that could not
   * begin is not needed.
   */
  private threadFailed(error: Error): void {
    if (!this.isReady) return;
    setImmediate(() => {
      throw new Error("The thread that commits has ended.", { cause: error });
    });
  }
}

function failureOf({ message, errcode }: Extract<Outcome, { kind: "failed" }>): Error {
  const error = translateSqliteError(Object.assign(new Error(message), errcode === undefined ? {} : { errcode }));
  return error instanceof Error ? error : new Error(message);
}
