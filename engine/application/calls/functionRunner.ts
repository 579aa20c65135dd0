// Runs functions: finds their transaction, checks arguments and results, and keeps what they logged. A failure of the
// function is a FunctionError. Any other error is a failure of the engine.
import type { Database } from "../../database/database";
import { withCommitTs } from "../../database/commitTimestamp";
import { limits } from "../../database/limits";
import type { Registry } from "../../database/registry";
import { newSeed } from "../../database/randomSeeds";
import { tableNameOfId, type QueryTransaction, type Transaction } from "../../database/transaction";
import type { MutationTransaction } from "../../database/mutationTransaction";
import type { TransactionStart } from "../../database/mutations";
import type { RunEnvironment, RunOutcome } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import { isJsonObject } from "../../value/json";
import type { ClientMutation } from "../contract";
import type { FunctionInvocation } from "../deployment/deployment";
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
import { outermost, RunReports, type CallPlace } from "./runReports";
import { checkArguments, checkedResult, checkedSize } from "./valueChecks";

interface RunnerParts {
  database: Database;
  cache: QueryCache;
  queryBatch: QueryBatch;
  log: FunctionLog;
  counts: FunctionCounts;
  now: () => number;
  /** Parts that only the system calls of functions need. */
  syscalls: Pick<SyscallParts, "instanceName" | "files" | "handles" | "cursors" | "wake">;
}

export class FunctionRunner implements InnerRunner {
  private readonly deadlines: ActionDeadlines;
  private readonly parsedQueries = new ParsedQueries();
  private readonly waitingActions = new WaitingActions();
  private readonly reports: RunReports;
  private readonly syscalls: SyscallParts;

  constructor(private readonly parts: RunnerParts) {
    const { database, now, syscalls } = parts;
    this.deadlines = new ActionDeadlines(now);
    this.reports = new RunReports(parts);
    this.syscalls = { ...syscalls, database, now, runner: this };
  }

  stop(): void {
    this.deadlines.endAll();
  }

  /** Runs any function, called by a client, the scheduler or a cron. Returns the result as Convex JSON text. */
  async run(call: FunctionInvocation, context: CallContext): Promise<string> {
    switch (call.callee.kind) {
      case "query":
        return await this.query(call, context, outermost);
      case "mutation":
        return await this.mutation(call, context, outermost);
      case "action":
        return await this.action(call, context, outermost);
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
    this.reports.recordHttpAction(() => nameOfRequest(route, request), context, startedAt, failureOf(outcome));
    return outcome;
  }

  /**
   * Runs ctx.runQuery of an action, on a snapshot of its own and with the same log. Returns at once when a cached
   * result is still valid.
   */
  queryFromAction(from: ActionScope, text: string, read: () => FunctionInvocation): string | Promise<string> {
    const { call, cacheKey: key } = this.parsedQueries.find(from.component, text, read);
    const context = contextIn(call.callee.component, from.component, from.context);
    const hasBegun = from.lastQuery !== null;
    const ask = () => this.runOrReuseQuery(call, context, calledByAction, key, hasBegun);
    const answer = (ran: CompletedQuery): string => {
      from.lastQuery = this.waitingActions.after(() => keyForCaller(key, context.caller), ran, ask);
      return ran.value();
    };
    const ran = ask();
    return ran instanceof Promise ? ran.then(answer) : answer(ran);
  }

  /** Runs any other call of an action, in a transaction of its own and with the same log. */
  fromAction(from: Scope, call: FunctionInvocation): string | Promise<string> {
    const context = contextIn(call.callee.component, from.component, from.context);
    switch (call.callee.kind) {
      case "query":
        return this.query(call, context, calledByAction);
      case "mutation":
        return this.mutation(call, context, calledByAction);
      case "action":
        return this.action(call, context, { depth: checkedActionDepth(from.depth), isOutermost: false });
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
    return await this.query(call, context, { depth: checkedDepth(parent.depth), isOutermost: false });
  }

  private query(call: FunctionInvocation, context: CallContext, place: CallPlace): string | Promise<string> {
    const key = cacheKey(call.callee, JSON.stringify(call.args), null);
    const ran = this.runOrReuseQuery(call, context, place, key, !place.isOutermost);
    return ran instanceof Promise ? ran.then((result) => result.value()) : ran.value();
  }

  /** Returns a cached result that is still valid, or runs the query. */
  private runOrReuseQuery(
    call: FunctionInvocation,
    context: CallContext,
    place: CallPlace,
    key: string,
    hasBegun: boolean,
  ): CompletedQuery | Promise<CompletedQuery> {
    const known = this.parts.cache.find(context.deployment, key, context.caller);
    if (known === null) return this.runQuery(call, context, place, key, hasBegun);
    context.calls.cachedQueries += 1;
    return known;
  }

  private async runQuery(
    call: FunctionInvocation,
    context: CallContext,
    place: CallPlace,
    key: string,
    hasBegun: boolean,
  ): Promise<CompletedQuery> {
    const { database, cache, queryBatch } = this.parts;
    const ran = await queryBatch.run(
      context.client.ip,
      () => database.query((transaction, { ts }) => this.queryIn(transaction, ts, call, context, null, place)),
      hasBegun,
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
    place = outermost,
  ): Promise<CompletedQuery> {
    const { database, now } = this.parts;
    const { generation } = database.watches;
    const start = { now: now(), seed: newSeed(), snapshotTs: ts };
    const run = new QueryRun(this.syscalls, context, call.callee, place.depth, transaction, start);
    run.endCursor = endCursor;
    const linesBefore = context.lines.length;
    context.usages.push(transaction.usage);
    context.calls.queries += 1;
    const end = await endOf(() =>
      this.reports.around(call, context, place, () => this.execute(call, run, transaction)),
    );
    const lines = context.lines.slice(linesBefore);
    return new CompletedQuery(database, generation, transaction, ts, end, lines, run.endCursor);
  }

  private async mutation(call: FunctionInvocation, context: CallContext, place: CallPlace): Promise<string> {
    const linesBefore = context.lines.length;
    let commitTs = 0n;
    const text = await this.parts.database.mutations.mutate(
      (transaction, start) => {
        // When the mutation is undone and run again, its log lines are dropped as its writes are.
        context.lines.length = linesBefore;
        return this.mutationIn(transaction, start, call, context, place);
      },
      (_text, ts) => {
        commitTs = ts;
      },
    );
    return withCommitTs(text, commitTs);
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
        answer.value = withCommitTs(answer.value, ts);
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
    place = outermost,
  ): string | Promise<string> {
    const run = new MutationRun(this.syscalls, context, call.callee, place.depth, transaction, start);
    context.usages.push(transaction.usage);
    context.calls.mutations += 1;
    const reports = transaction.isRehearsal ? "failures" : "all";
    return this.reports.around(call, context, place, () => this.execute(call, run, transaction), reports);
  }

  private async action(call: FunctionInvocation, context: CallContext, place: CallPlace): Promise<string> {
    context.calls.actions += 1;
    const run = new ActionRun(this.syscalls, context, call.callee.component, call.callee, place.depth);
    return await this.reports.around(call, context, place, () =>
      this.invoke(call, context, this.actionEnvironment(run), this.parts.database.registry, false),
    );
  }

  private execute(call: FunctionInvocation, run: TransactionRun, transaction: Transaction): string | Promise<string> {
    const { native } = call.callee;
    if (native !== undefined) return JSON.stringify(native(run, isJsonObject(call.args) ? call.args : {}));
    const seen = new TransactionEnvironment(run, transaction, run.start, run.component, run.context);
    // Within a mutation, a query may have read the placeholder.
    const mayReturnCommitTs = call.callee.kind === "mutation" || run.depth > 0;
    return this.invoke(call, run.context, seen, transaction.registry, mayReturnCommitTs);
  }

  private actionEnvironment(run: ActionRun): ActionEnvironment {
    return new ActionEnvironment(run, this.parts.now(), this.deadlines.current(), run.component, run.context);
  }

  private invoke(
    { callee, args }: FunctionInvocation,
    context: CallContext,
    environment: RunEnvironment,
    registry: Registry,
    mayReturnCommitTs: boolean,
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
    const resultOf = (ended: RunOutcome) => checkedResult(callee, ended, tableOfId, mayReturnCommitTs);
    return outcome instanceof Promise ? outcome.then(resultOf) : resultOf(outcome);
  }
}

/** What an action calls begins a transaction of its own, whose calls are counted from there. */
const calledByAction: CallPlace = { depth: 0, isOutermost: false };

function checkedDepth(depth: number): number {
  if (depth < limits.callDepth) return depth + 1;
  throw new FunctionError(
    "MaximumCallDepthExceeded",
    "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
  );
}

function checkedActionDepth(depth: number): number {
  if (depth < limits.actionDepth) return depth + 1;
  throw new FunctionError(
    "MaximumCallDepthExceeded",
    `Actions may call one another at most ${limits.actionDepth} deep. Do you have an infinite loop in your app?`,
  );
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
