// Queries that see the same state: several in one request (`/api/query_batch`), or one after another at a timestamp that
// was asked for before (`/api/query_ts`, `/api/query_at_ts`).
import type { Caller, FunctionResult, QueryView } from "../application/contract";
import type { Json, JsonObject } from "../value/json";
import { clientOf, type Endpoint, type Exchange } from "./exchange";
import { callerOf, readJsonBody } from "./functionEndpoints";
import { functionReply, readFunctionRequest, type FunctionRequest } from "./functionRequest";
import { objectsField, stringField } from "./jsonReader";
import { sendJson } from "./reply";
import { ClientGone } from "./requestBody";

export const queryBatch: Endpoint = async (exchange) => {
  const calls = objectsField(await readJsonBody(exchange), "queries").map(readFunctionRequest);
  const caller = await callerOf(exchange);
  const view = exchange.services.application.openView();
  const results: JsonObject[] = [];
  try {
    for (const call of calls) {
      if (exchange.response.destroyed) throw new ClientGone();
      results.push(await runIn(view, exchange, call, caller));
    }
  } finally {
    view.close();
  }
  sendJson(exchange, 200, { results });
};

export const queryTimestamp: Endpoint = (exchange) => {
  sendJson(exchange, 200, { ts: exchange.services.heldViews.hold() });
};

export const queryAtTimestamp: Endpoint = async (exchange) => {
  const body = await readJsonBody(exchange);
  const ts = stringField(body, "ts");
  const caller = await callerOf(exchange);
  const { heldViews } = exchange.services;
  const reply = await heldViews.use(ts, (view) => runIn(view, exchange, readFunctionRequest(body), caller));
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
