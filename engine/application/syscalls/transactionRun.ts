// The system calls of one query or mutation. They are answered in the order in which they were made. A call that is
// made while a nested function runs waits for it, so that the writes of the two can never mix.
import crypto from "node:crypto";
import type { TransactionStart } from "../../database/mutations";
import type { Transaction } from "../../database/transaction";
import type { MutationTransaction } from "../../database/mutationTransaction";
import type { QueryStream } from "../../database/queryStream";
import type { SyscallHost } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import type { JsonObject } from "../../value/json";
import { integerJson } from "../../value/specialValue";
import type { Component, RegisteredFunction } from "../deployment/deployment";
import { documentReads, documentWrites } from "./documents";
import { nestedCalls } from "./nestedFunctions";
import { queryCalls, startStream, stopStream } from "./queries";
import { scheduleCalls } from "./scheduling";
import {
  argumentsOf,
  parseArguments,
  requestMetadata,
  sharedCalls,
  textOf,
  unknownOperation,
  type CallContext,
  type SyscallParts,
  type TransactionScope,
} from "./scope";
import { storageReads, storageWrites } from "./storage";

export type TransactionCall = (run: TransactionRun, args: JsonObject) => string | Promise<string>;
export type MutationCall = (run: MutationRun, args: JsonObject) => string | Promise<string>;

const reads: Record<string, TransactionCall> = {
  ...documentReads,
  ...queryCalls,
  ...nestedCalls,
  ...storageReads,
  ...sharedCalls,
  "1.0/getTransactionMetrics": ({ transaction }) => JSON.stringify(transaction.usage.metrics()),
};

const writes: Record<string, MutationCall> = {
  ...documentWrites,
  ...scheduleCalls,
  ...storageWrites,
  "1.0/getRequestMetadata": requestMetadata,
};

export abstract class TransactionRun implements SyscallHost, TransactionScope {
  abstract readonly kind: "query" | "mutation";
  readonly streams = new Map<number, QueryStream>();
  hasPaginated = false;
  /**
   * Where the function's page ends. If it is set before the run, the page ends there again. Otherwise the run sets it.
   */
  endCursor: string | null = null;
  private lastStream = 0;
  private nestedRuns = 0;
  private tail: Promise<unknown> | null = null;

  constructor(
    readonly parts: SyscallParts,
    readonly context: CallContext,
    readonly current: RegisteredFunction,
    readonly depth: number,
    readonly transaction: Transaction,
    readonly start: TransactionStart,
  ) {}

  get component(): Component {
    return this.current.component;
  }

  protected abstract answer(op: string, args: JsonObject): string | Promise<string>;

  syscall(op: string, text: string): string {
    const args = parseArguments(text);
    switch (op) {
      case "1.0/queryStream":
        return startStream(this, args);
      case "1.0/queryCleanup":
        return stopStream(this, args);
      case "1.0/db/normalizeId": {
        const { path } = this.component;
        const id = this.transaction.normalizeId(path, textOf(args, "table"), textOf(args, "idString"));
        return JSON.stringify({ id });
      }
      case "1.0/getSnapshotTs":
        this.transaction.isNondeterministic = true;
        return JSON.stringify(integerJson(this.start.snapshotTs));
      case "1.0/componentArgument":
        return "{}";
      default:
        throw new FunctionError("UnknownOperation", `Unknown operation ${op}`);
    }
  }

  /** Answers at once if possible, so that a function which only reads and writes documents runs without a pause. */
  asyncSyscall(op: string, args: string | JsonObject): string | Promise<string> {
    if (this.tail !== null) return this.afterTail(op, args);
    const answer = this.answer(op, argumentsOf(args));
    return typeof answer === "string" ? answer : this.holding(answer);
  }

  private async afterTail(op: string, args: string | JsonObject): Promise<string> {
    while (this.tail !== null) await this.tail;
    const answer = this.answer(op, argumentsOf(args));
    return typeof answer === "string" ? answer : await this.holding(answer);
  }

  private async holding(answer: Promise<string>): Promise<string> {
    this.tail = answer.then(noop, noop);
    try {
      return await answer;
    } finally {
      this.tail = null;
    }
  }

  watchLastQuery(): never {
    throw new FunctionError("NotInTransaction", "Queries and mutations cannot wait.");
  }

  jsSyscall(op: string): never {
    throw new FunctionError(
      "NotInTransaction",
      `Can't use ${op} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
    );
  }

  /** A function that this one calls has the same clock, and randomness of its own. */
  startOfNested(): TransactionStart {
    const seed = crypto
      .createHash("sha256")
      .update(this.start.seed)
      .update(`nested ${++this.nestedRuns}`)
      .digest();
    return { ...this.start, seed };
  }

  recordCallerRead(): void {
    this.transaction.readsCaller = true;
  }

  nextStream(): number {
    return ++this.lastStream;
  }
}

function noop(): void {}

export class QueryRun extends TransactionRun {
  readonly kind = "query";

  protected answer(op: string, args: JsonObject): string | Promise<string> {
    const call = reads[op];
    if (call !== undefined) return call(this, args);
    if (op in writes) {
      throw new FunctionError("ReadOnly", `Queries cannot write: ${op} is only available in mutations.`);
    }
    throw unknownOperation(op);
  }
}

export class MutationRun extends TransactionRun {
  readonly kind = "mutation";

  constructor(
    parts: SyscallParts,
    context: CallContext,
    current: RegisteredFunction,
    depth: number,
    override readonly transaction: MutationTransaction,
    start: TransactionStart,
  ) {
    super(parts, context, current, depth, transaction, start);
  }

  protected answer(op: string, args: JsonObject): string | Promise<string> {
    const write = writes[op];
    if (write !== undefined) return write(this, args);
    const read = reads[op];
    if (read !== undefined) return read(this, args);
    throw unknownOperation(op);
  }
}
