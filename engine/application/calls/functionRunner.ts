// Runs functions: finds their transaction, checks arguments and results, and keeps what they logged. A failure of the
// function is a FunctionError. Any other error is a failure of the engine.
import type { Database } from "../../database/database";
import { limits } from "../../database/limits";
import type { Registry } from "../../database/registry";
import { newSeed } from "../../database/randomSeeds";
import { tableNameOfId, type QueryTransaction, type Transaction } from "../../database/transaction";
import type { MutationTransaction } from "../../database/mutationTransaction";
import type { TransactionStart } from "../../database/mutations";
import type { RunEnvironment, RunOutcome } from "../../runtime/contract";
import { mayExceedLimits } from "../../value/quickCheck";
import { checkConvexJson, MAX_VALUE_NESTING } from "../../value/check";
import { FunctionError } from "../../value/functionError";
import { isJsonObject, type Json } from "../../value/json";
import { checkValidator } from "../../value/validate";
import type { ClientMutation } from "../contract";
import type { FunctionInvocation, RegisteredFunction } from "../deployment/deployment";
import { nameOfRequest, type Route } from "../deployment/httpRoutes";
import type { FunctionCounts } from "../log/functionCounts";
import { clientLine, type FunctionLog } from "../log/functionLog";
import { ActionRun } from "../syscalls/actionRun";
import {
  contextIn,
  type CallContext,
  type ActionScope,
  type InnerRunner,
  type Scope,
  type SyscallParts,
  type TransactionScope,
} from "../syscalls/scope";
import { MutationRun, QueryRun, type TransactionRun } from "../syscalls/transactionRun";
import { ActionDeadlines } from "./actionDeadlines";
import { ParsedQueries } from "./parsedQueries";
import { WaitingActions } from "./waitingActions";
import { findAnswer, storeAnswer, type StoredAnswer } from "./clientMutations";
import type { QueryBatch } from "./queryBatch";
import { cacheKey, keyForCaller, type QueryCache } from "./queryCache";
import { CompletedQuery, type QueryEnd } from "./completedQuery";
import { ActionEnvironment, TransactionEnvironment } from "./runEnvironment";

interface RunnerParts {
  database: Database;
  cache: QueryCache;
  queryBatch: QueryBatch;
  log: FunctionLog;
  counts: FunctionCounts;
  now: () => number;
  /** Parts that only the system calls of functions need. */
  syscalls: Pick<SyscallParts, "instanceName" | "files" | "handles" | "wake">;
}

export class FunctionRunner implements InnerRunner {
  private readonly deadlines: ActionDeadlines;
  private readonly parsedQueries = new ParsedQueries();
  private readonly waitingActions = new WaitingActions();
  private readonly syscalls: SyscallParts;

  constructor(private readonly parts: RunnerParts) {
    const { database, now, syscalls } = parts;
    this.deadlines = new ActionDeadlines(now);
    this.syscalls = { ...syscalls, database, now, runner: this };
  }

  stop(): void {
    this.deadlines.endAll();
  }

  /** Runs any function, called by a client, the scheduler or a cron. Returns the result as Convex JSON text. */
  async run(call: FunctionInvocation, context: CallContext): Promise<string> {
    switch (call.callee.kind) {
      case "query":
        return await this.query(call, context, 0);
      case "mutation":
        return await this.mutation(call, context, 0);
      case "action":
        return await this.action(call, context, 0);
    }
  }

  /** `path` is the path of the request as the component that handles it sees it. */
  async httpAction(route: Route, request: Request, context: CallContext): Promise<RunOutcome> {
    const { component, path } = route;
    const startedAt = performance.now();
    context.calls.actions += 1;
    const run = new ActionRun(this.syscalls, context, component, null, 0);
    const environment = this.actionEnvironment(run);
    const outcome = await component.program.run({ kind: "httpAction", request, path }, environment);
    const failure = failureOf(outcome);
    this.parts.counts.record("httpAction", null, failure !== null);
    this.finish(() => nameOfRequest(route, request), "httpAction", context, startedAt, failure);
    return outcome;
  }

  /**
   * Runs ctx.runQuery of an action, on a snapshot of its own and with the same log. Returns at once when a cached
   * result is still valid.
   */
  queryFromAction(from: ActionScope, text: string, read: () => FunctionInvocation): string | Promise<string> {
    const { call, cacheKey: key } = this.parsedQueries.find(from.component, text, read);
    const depth = checkedDepth(from.depth);
    const context = contextIn(call.callee.component, from.component, from.context);
    const ask = () => this.runOrReuseQuery(call, context, depth, key);
    const answer = (ran: CompletedQuery): string => {
      from.lastQuery = this.waitingActions.after(() => keyForCaller(key, context.caller), ran, ask);
      return ran.value();
    };
    const ran = ask();
    return ran instanceof Promise ? ran.then(answer) : answer(ran);
  }

  /** Runs any other call of an action, in a transaction of its own and with the same log. */
  fromAction(from: Scope, call: FunctionInvocation): string | Promise<string> {
    const depth = checkedDepth(from.depth);
    const context = contextIn(call.callee.component, from.component, from.context);
    switch (call.callee.kind) {
      case "query":
        return this.query(call, context, depth);
      case "mutation":
        return this.mutation(call, context, depth);
      case "action":
        return this.action(call, context, depth);
    }
  }

  /** Runs ctx.runQuery and ctx.runMutation of a query or mutation, in the same transaction. */
  async nested(parent: TransactionScope, call: FunctionInvocation): Promise<string> {
    const depth = checkedDepth(parent.depth);
    const context = contextIn(call.callee.component, parent.component, parent.context);
    const start = parent.startOfNested();
    if (call.callee.kind === "mutation" && parent instanceof MutationRun) {
      const { transaction } = parent;
      return await transaction.nested(async () =>
        this.execute(
          call,
          new MutationRun(this.syscalls, context, call.callee, depth, transaction, start),
          transaction,
        ),
      );
    }
    const run = new QueryRun(this.syscalls, context, call.callee, depth, parent.transaction, start);
    return await this.execute(call, run, parent.transaction);
  }

  /** Runs a query that sees the last committed state instead of the caller's own writes. */
  async staleQuery(parent: Scope, call: FunctionInvocation): Promise<string> {
    const context = contextIn(call.callee.component, parent.component, parent.context);
    return await this.query(call, context, checkedDepth(parent.depth));
  }

  private query(call: FunctionInvocation, context: CallContext, depth: number): string | Promise<string> {
    const ran = this.runOrReuseQuery(call, context, depth, cacheKey(call.callee, JSON.stringify(call.args), null));
    return ran instanceof Promise ? ran.then((result) => result.value()) : ran.value();
  }

  /** Returns a cached result that is still valid, or runs the query. */
  private runOrReuseQuery(
    call: FunctionInvocation,
    context: CallContext,
    depth: number,
    key: string,
  ): CompletedQuery | Promise<CompletedQuery> {
    const known = this.parts.cache.find(context.deployment, key, context.caller);
    if (known === null) return this.runQuery(call, context, depth, key);
    context.calls.cachedQueries += 1;
    return known;
  }

  private async runQuery(
    call: FunctionInvocation,
    context: CallContext,
    depth: number,
    key: string,
  ): Promise<CompletedQuery> {
    const { database, cache, queryBatch } = this.parts;
    const ran = await queryBatch.run(context.client.ip, () =>
      database.query((transaction, { ts }) => this.queryIn(transaction, ts, call, context, null, depth)),
    );
    cache.keep(context.deployment, key, context.caller, ran);
    return ran;
  }

  /**
   * Runs a query on a snapshot that its caller holds. An error that the function throws is part of the returned result.
   */
  async queryIn(
    transaction: QueryTransaction,
    ts: bigint,
    call: FunctionInvocation,
    context: CallContext,
    endCursor: string | null,
    depth = 0,
  ): Promise<CompletedQuery> {
    const { database, now } = this.parts;
    const { generation } = database.watches;
    const start = { now: now(), seed: newSeed(), snapshotTs: ts };
    const run = new QueryRun(this.syscalls, context, call.callee, depth, transaction, start);
    run.endCursor = endCursor;
    const linesBefore = context.lines.length;
    context.usages.push(transaction.usage);
    context.calls.queries += 1;
    const end = await endOf(() => this.logged(call, context, depth, () => this.execute(call, run, transaction)));
    const lines = context.lines.slice(linesBefore);
    return new CompletedQuery(database, generation, transaction, ts, end, lines, run.endCursor);
  }

  private async mutation(call: FunctionInvocation, context: CallContext, depth: number): Promise<string> {
    const linesBefore = context.lines.length;
    return await this.parts.database.mutations.mutate((transaction, start) => {
      // When the mutation is undone and run again, its log lines are dropped as its writes are.
      context.lines.length = linesBefore;
      return this.mutationIn(transaction, start, call, context, depth);
    });
  }

  /** Runs a mutation, unless it ran before and only its answer was lost. */
  async clientMutation(call: FunctionInvocation, context: CallContext, key: ClientMutation): Promise<StoredAnswer> {
    const { database, now } = this.parts;
    let isRepeated = false;
    return await database.mutations.mutate<StoredAnswer>(
      (transaction, start) => {
        context.lines.length = 0;
        const known = findAnswer(transaction, key);
        isRepeated = known !== null;
        if (known !== null) return known;
        const answer = (value: string) => ({ value, logLines: context.lines.map(clientLine), ts: 0n });
        const text = this.mutationIn(transaction, start, call, context);
        return typeof text === "string" ? answer(text) : text.then(answer);
      },
      (answer, ts, transaction) => {
        if (isRepeated) return;
        answer.ts = ts;
        transaction.afterCommit.push(() => key.onCommit());
        storeAnswer(transaction, key, answer, now());
      },
    );
  }

  /** Runs a mutation inside a transaction that its caller opened (the scheduler's, which also changes the job). */
  mutationIn(
    transaction: MutationTransaction,
    start: TransactionStart,
    call: FunctionInvocation,
    context: CallContext,
    depth = 0,
  ): string | Promise<string> {
    const run = new MutationRun(this.syscalls, context, call.callee, depth, transaction, start);
    context.usages.push(transaction.usage);
    context.calls.mutations += 1;
    const reports = transaction.isRehearsal ? "failures" : "all";
    return this.logged(call, context, depth, () => this.execute(call, run, transaction), reports);
  }

  private async action(call: FunctionInvocation, context: CallContext, depth: number): Promise<string> {
    context.calls.actions += 1;
    const run = new ActionRun(this.syscalls, context, call.callee.component, call.callee, depth);
    return await this.logged(call, context, depth, () =>
      this.invoke(call, context, this.actionEnvironment(run), this.parts.database.registry),
    );
  }

  private execute(call: FunctionInvocation, run: TransactionRun, transaction: Transaction): string | Promise<string> {
    const { native } = call.callee;
    if (native !== undefined) return JSON.stringify(native(run, isJsonObject(call.args) ? call.args : {}));
    const seen = new TransactionEnvironment(run, transaction, run.start, run.component, run.context);
    return this.invoke(call, run.context, seen, transaction.registry);
  }

  private actionEnvironment(run: ActionRun): ActionEnvironment {
    return new ActionEnvironment(run, this.parts.now(), this.deadlines.current(), run.component, run.context);
  }

  private invoke(
    { callee, args }: FunctionInvocation,
    context: CallContext,
    environment: RunEnvironment,
    registry: Registry,
  ): string | Promise<string> {
    const { program, path } = callee.component;
    const tableOfId = (id: string) => tableNameOfId(registry, path, id);
    checkArguments(callee, args, tableOfId);
    const outcome = program.run(
      {
        kind: callee.kind,
        modulePath: callee.path.modulePath,
        exportName: callee.path.exportName,
        args: checkedSize(callee, JSON.stringify([args])),
        requestId: context.client.requestId,
      },
      environment,
    );
    const resultOf = (ended: RunOutcome) => checkedResult(callee, ended, tableOfId);
    return outcome instanceof Promise ? outcome.then(resultOf) : resultOf(outcome);
  }

  /**
   * Counts a function that has a transaction of its own, or is an action. Only the outermost one writes a log entry:
   * those that it called added their lines to the same list.
   */
  private logged(
    call: FunctionInvocation,
    context: CallContext,
    depth: number,
    body: () => string | Promise<string>,
    reports: "all" | "failures" = "all",
  ): string | Promise<string> {
    const startedAt = performance.now();
    const { displayName, kind } = call.callee;
    const { counts } = this.parts;
    const succeeded = (value: string): string => {
      if (reports === "failures") return value;
      counts.record(kind, displayName, false);
      if (depth === 0) this.finish(() => displayName, kind, context, startedAt, null);
      return value;
    };
    const failed = (error: unknown): never => {
      counts.record(kind, displayName, true);
      if (depth > 0) throw error;
      this.finish(() => displayName, kind, context, startedAt, error instanceof Error ? error.message : String(error));
      throw error;
    };
    let value: string | Promise<string>;
    try {
      value = body();
    } catch (error) {
      return failed(error);
    }
    return typeof value === "string" ? succeeded(value) : value.then(succeeded, failed);
  }

  /** The name of a request takes a while to find, and most requests have nothing to log. */
  private finish(
    nameOf: () => string,
    kind: "query" | "mutation" | "action" | "httpAction",
    context: CallContext,
    startedAt: number,
    error: string | null,
  ): void {
    const { log, now } = this.parts;
    const durationMs = performance.now() - startedAt;
    const { requestId } = context.client;
    log.recordRun({
      nameOf,
      kind,
      requestId,
      lines: context.lines,
      startedAt: now() - durationMs,
      durationMs,
      error,
      usages: context.usages,
      calls: context.calls,
      // HTTP actions check keys of their own, so the engine does not know whether the caller is anonymous.
      isAnonymous: kind !== "httpAction" && context.caller.kind === "anonymous" && context.client.ip !== null,
    });
  }
}

function checkedDepth(depth: number): number {
  if (depth + 1 >= limits.callDepth) {
    throw new FunctionError("CallDepthExceeded", `Functions may call one another at most ${limits.callDepth} deep.`);
  }
  return depth + 1;
}

function checkArguments(callee: RegisteredFunction, args: Json, tableOfId: (id: string) => string | null): void {
  if (!isJsonObject(args)) {
    throw new FunctionError("InvalidArgument", `Arguments of ${callee.displayName} must be an object.`);
  }
  const problem = callee.args === null ? null : checkValidator(callee.args, args, tableOfId);
  if (problem !== null) throw new FunctionError("ArgumentValidationError", `ArgumentValidationError: ${problem}`);
}

function checkedSize(callee: RegisteredFunction, args: string): string {
  if (args.length <= limits.argumentBytes) return args;
  throw new FunctionError(
    "ArgumentsTooLarge",
    `Arguments for ${callee.displayName} are too large (${args.length} bytes, limit: ${limits.argumentBytes})`,
  );
}

function checkedResult(
  callee: RegisteredFunction,
  outcome: RunOutcome,
  tableOfId: (id: string) => string | null,
): string {
  switch (outcome.kind) {
    case "success":
      checkResult(callee, outcome.value, tableOfId);
      return outcome.value;
    case "error":
      throw new FunctionError("FunctionFailed", outcome.message, outcome.data);
    case "response":
    case "noRoute":
      throw new Error(`${callee.displayName} answered as an HTTP action`);
  }
}

function checkResult(callee: RegisteredFunction, value: string, tableOfId: (id: string) => string | null): void {
  if (value.length > limits.returnBytes) {
    throw new FunctionError(
      "ReturnTooLarge",
      `Function return value is too large (${value.length} bytes, limit: ${limits.returnBytes})`,
    );
  }
  const isSuspect = mayExceedLimits(value);
  if (callee.returns === null && !isSuspect) return;
  const result = JSON.parse(value) as Json;
  if (isSuspect) checkBounds(callee, result);
  if (callee.returns === null) return;
  const problem = checkValidator(callee.returns, result, tableOfId);
  if (problem !== null) throw new FunctionError("ReturnsValidationError", `ReturnsValidationError: ${problem}`);
}

function checkBounds(callee: RegisteredFunction, result: Json): void {
  try {
    checkConvexJson(result, { maxNesting: MAX_VALUE_NESTING });
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const message = `Function ${callee.displayName} return value invalid: ${error.message}`;
    throw new FunctionError(error.code, message);
  }
}

/** Any error but a FunctionError is a failure of the engine and is thrown on. */
async function endOf(run: () => string | Promise<string>): Promise<QueryEnd> {
  try {
    return { kind: "success", text: await run() };
  } catch (error) {
    if (error instanceof FunctionError) return { kind: "error", error };
    throw error;
  }
}

function failureOf(outcome: RunOutcome): string | null {
  return outcome.kind === "error" ? outcome.message : null;
}
