// Answers requests that are refused before their transaction: for their path, their method or their shape. Only such
// requests load this file.
import { getFunctionName } from "convex/server";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { apiError, apiErrorOf } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import type { Credential } from "./builders";
import { runEndpoint } from "./dispatch";
import type { Refused } from "./dispatch";
import type { Exchange } from "./envelope";
import { errorResponse } from "./errorResponse";
import { countRefused } from "./failedRequest";
import type { Match } from "./match";

export type WhyRefused = Exclude<Match, { kind: "route" }> | { kind: "thrown"; thrown: unknown };

/** The request is refused anyway, but a wrong credential is reported before anything else, except a fault of ours. */
export async function answerRefused(
  ctx: ActionCtx,
  request: Request,
  exchange: Exchange,
  { why, route }: Refused,
  credential: Credential,
): Promise<Response> {
  const refusal = refusalOf(request, why);
  if (request.method !== "GET" && request.method !== "HEAD") {
    const exceeded = await countRefused(ctx, exchange, credential);
    if (exceeded !== null) throw exceeded;
  }
  const wouldCall = route === undefined || route.method === "GET" ? null : getFunctionName(route.endpoint);
  const checked = { ...credential, ...omitNullish({ wouldCall }) };
  await runEndpoint(
    ctx,
    internal.apiKeys.endpoints.check,
    { credential: checked, input: {} },
    exchange,
    route?.endpoint,
  );
  return errorResponse(exchange, refusal.error, refusal.headers);
}

/** Throws what was thrown when it is not a refusal. */
function refusalOf(request: Request, why: WhyRefused): { error: ApiErrorData; headers?: Record<string, string> } {
  const { pathname } = new URL(request.url);
  switch (why.kind) {
    case "unknownPath":
      return { error: apiError("NOT_FOUND", `There is nothing at ${pathname}.`).data };
    case "otherMethod": {
      const allowed = why.allowed.join(", ");
      const error = apiError("NOT_FOUND", `${pathname} has no ${request.method}; allowed: ${allowed}.`);
      return { error: error.data, headers: { Allow: allowed } };
    }
    case "thrown": {
      const error = apiErrorOf(why.thrown);
      if (error === null) throw why.thrown;
      return { error };
    }
  }
}
