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
    const { cursors } = run.parts;
    const page = readPage(run.transaction, rootComponent, {
      query: args["query"],
      cursor: opened(run, args["cursor"]),
      endCursor: opened(run, args["endCursor"]) ?? endOfFormerPage(run, args["query"]),
      pageSize: args["pageSize"],
      maximumRowsRead: args["maximumRowsRead"],
      maximumBytesRead: args["maximumBytesRead"],
    });
    const { page: texts, continueCursor, splitCursor, ...rest } = page;
    run.endCursor = cursors.seal(continueCursor);
    const sealed = {
      continueCursor: run.endCursor,
      splitCursor: splitCursor === null ? null : cursors.seal(splitCursor),
    };
    return `{"page":[${texts.join(",")}],${JSON.stringify({ ...rest, ...sealed }).slice(1)}`;
  },
};

/**
 * Jobs that wait may have a cursor of 0.2.0, which was not encrypted. One that somebody has made up gains nothing: the
 * query still reads only its own range.
 */
function opened({ parts }: TransactionRun, cursor: Json | undefined): Json | undefined {
  return typeof cursor === "string" ? (parts.cursors.open(cursor) ?? cursor) : cursor;
}

/** The code may have changed since the last run, and the query with it. Then the page does not keep its end. */
function endOfFormerPage(run: TransactionRun, query: Json | undefined): string | null {
  const end = opened(run, run.endCursor);
  return typeof end === "string" && isCursorOf(query, end) ? end : null;
}
