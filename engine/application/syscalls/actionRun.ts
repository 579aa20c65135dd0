// The system calls of one action or HTTP action. Each call that uses the database is a transaction of its own.
import type { FunctionKind, SyscallHost } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import type { JsonObject } from "../../value/json";
import {
  checkKind,
  findAny,
  findToSchedule,
  type Component,
  type FunctionInvocation,
  type RegisteredFunction,
} from "../deployment/deployment";
import { cancelJob, checkedJob, insertJob } from "../jobs/jobs";
import {
  addressOf,
  argumentsOf,
  parseArguments,
  passedArguments,
  requestMetadata,
  sharedCalls,
  textOf,
  unknownOperation,
  type CallContext,
  type ActionScope,
  type SyscallParts,
  type WatchableResult,
} from "./scope";

type ActionCall = (run: ActionRun, args: JsonObject) => string | Promise<string>;

const calls: Record<string, ActionCall> = {
  ...sharedCalls,
  "1.0/getRequestMetadata": requestMetadata,
  "1.0/actions/mutation": (run, args) => call(run, "mutation", args),
  "1.0/actions/action": (run, args) => call(run, "action", args),
  "1.0/actions/schedule": schedule,
  "1.0/actions/cancel_job": async ({ parts, component }, args) => {
    await parts.database.writer.mutate(async (transaction) => cancelJob(transaction, component.path, args["id"]));
    return "null";
  },
  "1.0/actions/vectorSearch": () => {
    throw new FunctionError("VectorSearchUnavailable", "Vector search is not available on this deployment.");
  },
  "1.0/storageGenerateUploadUrl": ({ parts, component }) => JSON.stringify(parts.files.uploadUrl(component.path)),
  "1.0/storageGetUrl": ({ parts, component }, args) =>
    parts.database.query(async (transaction) =>
      JSON.stringify(parts.files.urlOf(transaction, component.path, textOf(args, "storageId"))),
    ),
  "1.0/storageGetMetadata": ({ parts, component }, args) =>
    parts.database.query(async (transaction) =>
      JSON.stringify(parts.files.metadataOf(transaction, component.path, textOf(args, "storageId"))),
    ),
  "1.0/storageDelete": async ({ parts, component }, args) => {
    await parts.database.writer.mutate(async (transaction) =>
      parts.files.remove(transaction, component.path, textOf(args, "storageId")),
    );
    return "null";
  },
};

function call(run: ActionRun, kind: FunctionKind, args: JsonObject): string | Promise<string> {
  return run.parts.runner.fromAction(run, callOf(run, kind, args));
}

function callOf(run: ActionRun, kind: FunctionKind, args: JsonObject): FunctionInvocation {
  const callee = findAny(addressOf(run, args));
  checkKind(callee, kind);
  return { callee, args: passedArguments(args) };
}

function query(run: ActionRun, text: string): string | Promise<string> {
  return run.parts.runner.queryFromAction(run, text, () => callOf(run, "query", parseArguments(text)));
}

async function schedule(run: ActionRun, args: JsonObject): Promise<string> {
  const { parts, context } = run;
  const callee = findToSchedule(addressOf(run, args));
  const job = checkedJob(callee, args["ts"], passedArguments(args), parts.now());
  const id = await parts.database.writer.mutate(async (transaction) => {
    const created = insertJob(transaction, run.component.path, job, context.job);
    transaction.afterCommit.push(() => parts.wake(job.at));
    return created;
  });
  return JSON.stringify(id);
}

export class ActionRun implements SyscallHost, ActionScope {
  lastQuery: WatchableResult | null = null;

  constructor(
    readonly parts: SyscallParts,
    readonly context: CallContext,
    readonly component: Component,
    readonly current: RegisteredFunction | null,
    readonly depth: number,
  ) {}

  syscall(op: string): string {
    throw new FunctionError("UnknownOperation", `Unknown operation ${op}`);
  }

  asyncSyscall(op: string, args: string | JsonObject): string | Promise<string> {
    if (op === "1.0/actions/query") return query(this, typeof args === "string" ? args : JSON.stringify(args));
    const found = calls[op];
    if (found === undefined) throw unknownOperation(op);
    return found(this, argumentsOf(args));
  }

  /** Results of actions are never cached, so it does not matter whether they depend on the caller. */
  recordCallerRead(): void {}

  watchLastQuery(onChange: () => void): () => void {
    return this.lastQuery?.watch(onChange) ?? nothing;
  }

  async jsSyscall(op: string, args: Record<string, unknown>): Promise<unknown> {
    switch (op) {
      case "storage/storeBlob":
        return await this.parts.files.storeBlob(this.component.path, args["blob"], args["options"]);
      case "storage/getBlob":
        return await this.parts.files.readBlob(this.component.path, String(args["storageId"]));
      default:
        throw unknownOperation(op);
    }
  }
}

function nothing(): void {}
