// Queries that read the same state: several in one request (`/api/query_batch`), or one after another at a timestamp
// that the client asked for before (`/api/query_ts`, `/api/query_at_ts`).
import { setImmediate as nextTurn } from "node:timers/promises";
import { RequestError, type Caller, type FunctionResult, type QueryView } from "../application/contract";
import type { Json, JsonObject } from "../value/json";
import { clientOf, type Endpoint, type Exchange } from "./exchange";
import { callerOf, readJsonBody } from "./functionEndpoints";
import { functionReply, readFunctionRequest, type FunctionRequest } from "./functionRequest";
import { invalid, objectsField, stringField } from "./jsonReader";
import { sendJson } from "./reply";
import { ClientGone } from "./requestBody";

export const queryBatch: Endpoint = async (exchange) => {
  const caller = await callerOf(exchange);
  const { limits } = exchange.services;
  const queries = objectsField(await readJsonBody(exchange, caller), "queries");
  if (queries.length > limits.maxBatch) throw invalid(`"queries" must have at most ${limits.maxBatch} elements.`);
  const calls = queries.map((query) => readFunctionRequest(query, limits));
  const view = exchange.services.application.openView();
  const results: JsonObject[] = [];
  try {
    for (const call of calls) {
      if (exchange.response.destroyed) throw new ClientGone();
      results.push(await runIn(view, exchange, call, caller));
      // Queries with cached results would otherwise never let the event loop turn.
      await nextTurn();
    }
  } finally {
    view.close();
  }
  sendJson(exchange, 200, { results });
};

/**
 * A state that is held keeps the database from deleting older versions, so callers must have signed in to ask for one.
 */
export const queryTimestamp: Endpoint = async (exchange) => {
  const caller = await callerOf(exchange);
  if (caller.kind === "anonymous") {
    throw new RequestError(401, "Unauthenticated", "Sign in to ask for a state by its timestamp.");
  }
  sendJson(exchange, 200, { ts: exchange.services.pinnedSnapshots.pin() });
};

export const queryAtTimestamp: Endpoint = async (exchange) => {
  const caller = await callerOf(exchange);
  const body = await readJsonBody(exchange, caller);
  const { pinnedSnapshots, limits } = exchange.services;
  const call = readFunctionRequest(body, limits);
  const reply = await pinnedSnapshots.use(stringField(body, "ts"), (view) => runIn(view, exchange, call, caller));
  sendJson(exchange, 200, reply);
};

async function runIn(view: QueryView, exchange: Exchange, call: FunctionRequest, caller: Caller): Promise<JsonObject> {
  const { path, args, format } = call;
  const { outcome, logLines } = await view.run({ path, args, caller, request: clientOf(exchange), endCursor: null });
  const result: FunctionResult =
    outcome.kind === "success"
      ? { kind: "success", value: JSON.parse(outcome.value) as Json, logLines: [...logLines] }
      : { ...outcome, logLines: [...logLines] };
  return functionReply(result, format, exchange.requestId);
}
