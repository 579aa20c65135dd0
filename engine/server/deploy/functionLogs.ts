// `npx convex logs`: the request waits until something is logged, so that the command line need not poll.
import type { LogEntry } from "../../application/contract";
import type { JsonObject } from "../../value/json";
import { requireAdmin } from "../adminAccess";
import type { Endpoint, Exchange } from "../exchange";
import { guarded, listenOnce } from "../guard";
import { invalid } from "../jsonReader";
import { sendJson } from "../reply";

export const streamFunctionLogs: Endpoint = async (exchange) => {
  await requireAdmin(exchange);
  const { application, limits } = exchange.services;
  const cursor = Number(new URLSearchParams(exchange.query).get("cursor") ?? "0");
  if (!Number.isFinite(cursor)) throw invalid('The query parameter "cursor" must be a number.');
  const waiting = waitingSignal(exchange);
  try {
    const { entries, newCursor } = await application.readLogs(cursor, limits.logPollMs, waiting.signal);
    if (!exchange.response.destroyed) sendJson(exchange, 200, { entries: entries.map(completion), newCursor });
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    if (!exchange.response.destroyed) sendJson(exchange, 200, { entries: [], newCursor: cursor });
  } finally {
    waiting.release();
  }
};

/** Returns a signal that aborts when the client is gone or the servers close. */
function waitingSignal(exchange: Exchange): { signal: AbortSignal; release: () => void } {
  const { closing } = exchange.services;
  const controller = new AbortController();
  const abort = guarded(exchange.response, () => controller.abort());
  if (closing.aborted) abort();
  closing.addEventListener("abort", abort);
  listenOnce(exchange.response, "close", abort);
  return { signal: controller.signal, release: () => closing.removeEventListener("abort", abort) };
}

const UDF_TYPES: Record<LogEntry["kind"], string> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
  httpAction: "HttpAction",
};

/** The times of an entry are in seconds, those of its lines in milliseconds. */
function completion(entry: LogEntry): JsonObject {
  return {
    kind: "Completion",
    identifier: entry.identifier,
    udfType: UDF_TYPES[entry.kind],
    logLines: entry.lines.map(({ level, at, message }) => ({
      messages: [message],
      level,
      timestamp: at,
      isTruncated: false,
    })),
    timestamp: entry.at / 1000,
    executionTime: entry.durationMs / 1000,
    cachedResult: false,
    success: entry.error === null ? { status: null } : null,
    error: entry.error,
    requestId: entry.requestId,
    executionId: entry.requestId,
  };
}
