// Queries that must see the same state of the database. Requests for the same query in the same state share one run.
import type { Database, PinnedSnapshot } from "../../database/database";
import { FunctionError } from "../../value/functionError";
import { RequestError, type QueryCall, type QueryView } from "../contract";
import type { Deployment, FunctionInvocation } from "../deployment/deployment";
import { contextOf, invocationOf } from "./clientCall";
import { cacheKey, keyForCaller, type QueryCache } from "./queryCache";
import { CompletedQuery } from "./completedQuery";
import type { FunctionRunner } from "./functionRunner";
import type { QueryBatch } from "./queryBatch";

const noCode = new FunctionError("NoCodeDeployed", "No code has been pushed to this deployment yet.");

interface ViewParts {
  database: Database;
  cache: QueryCache;
  queryBatch: QueryBatch;
  runner: FunctionRunner;
}

export class Views {
  /** Queries that run now, by the query, its caller and the state that it reads. */
  private readonly inProgress = new Map<string, Promise<CompletedQuery>>();

  constructor(private readonly parts: ViewParts) {}

  /**
   * Opens a view. Without pushed code no function exists; the error that says so is a result too, valid until code is
   * pushed.
   */
  open(deployment: Deployment | null): QueryView {
    const snapshot = this.parts.database.pinSnapshot();
    return {
      ts: snapshot.ts,
      run: (call) => this.run(deployment, snapshot, call),
      close: () => snapshot.release(),
    };
  }

  private async run(deployment: Deployment | null, snapshot: PinnedSnapshot, call: QueryCall): Promise<CompletedQuery> {
    try {
      if (deployment === null) throw noCode;
      return await this.runFunction(deployment, snapshot, call, invocationOf(deployment, call, "query"));
    } catch (error) {
      if (error instanceof FunctionError) return await this.errorResult(snapshot, call, error);
      if (!(error instanceof RequestError)) throw error;
      return await this.errorResult(snapshot, call, new FunctionError(error.code, error.message));
    }
  }

  private async runFunction(
    deployment: Deployment,
    snapshot: PinnedSnapshot,
    call: QueryCall,
    invocation: FunctionInvocation,
  ): Promise<CompletedQuery> {
    const { cache, runner, queryBatch } = this.parts;
    const key = cacheKey(invocation.callee, JSON.stringify(invocation.args), call.endCursor);
    const known = cache.find(deployment, key, call.caller);
    if (known?.freshness.isValidAt(snapshot.ts)) return known;
    return await this.shared(`${snapshot.ts} ${keyForCaller(key, call.caller)}`, async () => {
      const ran = await queryBatch.run(call.request.ip, () => {
        const context = contextOf(deployment, call);
        return snapshot.query((transaction) =>
          runner.queryIn(transaction, snapshot.ts, invocation, context, call.endCursor),
        );
      });
      cache.keep(deployment, key, call.caller, ran);
      return ran;
    });
  }

  private errorResult(snapshot: PinnedSnapshot, call: QueryCall, error: FunctionError): Promise<CompletedQuery> {
    const { database } = this.parts;
    const { generation } = database.watches;
    const end = { kind: "error", error } as const;
    return snapshot.query(
      async (transaction) =>
        new CompletedQuery(database, generation, transaction, snapshot.ts, end, [], call.endCursor),
    );
  }

  private async shared(key: string, run: () => Promise<CompletedQuery>): Promise<CompletedQuery> {
    const known = this.inProgress.get(key);
    if (known !== undefined) return await known;
    const running = run();
    this.inProgress.set(key, running);
    try {
      return await running;
    } finally {
      this.inProgress.delete(key);
    }
  }
}
