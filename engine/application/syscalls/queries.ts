// ctx.db.query: streams and pages.
import { isCursorOf, readPage } from "../../database/pagination";
import { planQuery } from "../../database/queryPlan";
import { QueryStream } from "../../database/queryStream";
import { FunctionError } from "../../value/functionError";
import type { Json, JsonObject } from "../../value/json";
import { rootComponent } from "./scope";
import type { TransactionCall, TransactionRun } from "./transactionRun";

export function startStream(run: TransactionRun, args: JsonObject): string {
  const plan = planQuery(run.transaction.registry, run.component.path, args["query"]);
  const queryId = run.nextStream();
  run.streams.set(queryId, new QueryStream(run.transaction, plan));
  return JSON.stringify({ queryId });
}

export function stopStream(run: TransactionRun, args: JsonObject): string {
  return JSON.stringify(run.streams.delete(Number(args["queryId"])));
}

export const queryCalls: Record<string, TransactionCall> = {
  // An operation of this engine alone: all documents of a query (runtime/package/replacements.ts).
  "engine/collect": (run, args) => {
    const plan = planQuery(run.transaction.registry, run.component.path, args["query"]);
    const stream = new QueryStream(run.transaction, plan);
    const texts: string[] = [];
    for (let text = stream.next(); text !== null; text = stream.next()) texts.push(text);
    return `[${texts.join(",")}]`;
  },
  "1.0/queryStreamNext": (run, args) => {
    const queryId = Number(args["queryId"]);
    const stream = run.streams.get(queryId);
    if (stream === undefined) throw new FunctionError("QueryClosed", `Query ${queryId} is closed.`);
    const text = stream.next();
    if (text !== null) return `{"done":false,"value":${text}}`;
    run.streams.delete(queryId);
    return '{"done":true,"value":null}';
  },
  "1.0/queryPage": (run, args) => {
    if (run.component.path !== rootComponent) {
      throw new FunctionError(
        "PaginationUnsupported",
        "paginate() is only supported in the app. Use `paginator` from `convex-helpers/server/pagination` in components.",
      );
    }
    if (run.hasPaginated) {
      throw new FunctionError(
        "MultiplePaginatedDatabaseQueries",
        "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
      );
    }
    run.hasPaginated = true;
    const page = readPage(run.transaction, rootComponent, {
      query: args["query"],
      cursor: args["cursor"],
      endCursor: args["endCursor"] ?? endOfFormerPage(run, args["query"]),
      pageSize: args["pageSize"],
      maximumRowsRead: args["maximumRowsRead"],
      maximumBytesRead: args["maximumBytesRead"],
    });
    run.endCursor = page.continueCursor;
    const { page: texts, ...rest } = page;
    return `{"page":[${texts.join(",")}],${JSON.stringify(rest).slice(1)}`;
  },
};

/** The code may have changed since the last run, and the query with it. Then the page does not keep its end. */
function endOfFormerPage(run: TransactionRun, query: Json | undefined): string | null {
  return run.endCursor !== null && isCursorOf(query, run.endCursor) ? run.endCursor : null;
}
