// What remains of a request that failed. A mutation that throws undoes all its writes, so these have transactions of
// their own.
import { getFunctionName } from "convex/server";
import { ConvexError } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { headersOf } from "../callers/quotas";
import type { Quota } from "../callers/quotas";
import { apiErrorOf } from "../lib/errors";
import type { ApiError } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import type { Credential } from "./builders";
import { recordUse } from "./dispatch";
import type { Exchange } from "./envelope";
import type { Route, WriteRoute } from "./routeBuilders";

/** Records the use of the key, and when it asked for what it may not. */
export async function recordFailed(
  ctx: ActionCtx,
  exchange: Pick<Exchange, "requestId">,
  endpoint: Route["endpoint"],
  credential: Credential,
  thrown: unknown,
): Promise<void> {
  const code = apiErrorOf(thrown)?.code;
  if (code === "AUTH_INVALID") return;
  const keyId = await ctx.runQuery(internal.apiKeys.endpoints.idOf, { keyHash: credential.keyHash });
  await recordUse(ctx, keyId, credential);
  if (code === "SCOPE_DENIED") await recordDenial(ctx, exchange, endpoint, credential);
}

/**
 * Counts a write that was refused, and records when a key tried to change what it may not. Returns what the client
 * learns: the refusal, or that the key has made too many writes, which comes first.
 */
export async function recordFailedWrite(
  ctx: ActionCtx,
  exchange: Exchange,
  { endpoint }: WriteRoute,
  credential: Credential,
  thrown: unknown,
): Promise<unknown> {
  const refusal = apiErrorOf(thrown);
  if (refusal?.code === "AUTH_INVALID") return thrown;
  if (refusal?.quota?.name === "writes") {
    exchange.headers = headersOf(refusal.quota);
    return thrown;
  }
  const exceeded = await countRefused(ctx, exchange, credential, refusal?.quota);
  if (exceeded !== null) return exceeded;
  if (refusal?.code === "SCOPE_DENIED") await recordDenial(ctx, exchange, endpoint, credential);
  return thrown;
}

/**
 * Counts a write that does nothing, and puts what is left into the headers, with another limit that has refused it.
 * Returns the error when the key is wrong or has made too many writes. Any other failure does not change the answer.
 */
export async function countRefused(
  ctx: ActionCtx,
  exchange: Exchange,
  { keyHash, route }: Credential,
  other: Quota | null = null,
): Promise<ApiError | null> {
  const use = { keyHash, ...omitNullish({ route }) };
  try {
    exchange.headers = headersOf(await ctx.runMutation(internal.apiKeys.endpoints.countWriteOf, use), other);
  } catch (failure) {
    const error = apiErrorOf(failure);
    if (error !== null) {
      exchange.headers = headersOf(error.quota ?? null);
      return new ConvexError(error);
    }
    console.warn(`The use of a key could not be recorded: ${String(failure)}`);
  }
  return null;
}

/** A failure to do so does not change the answer. */
async function recordDenial(
  ctx: ActionCtx,
  { requestId }: Pick<Exchange, "requestId">,
  endpoint: Route["endpoint"],
  { keyHash }: Credential,
): Promise<void> {
  const refusal = { keyHash, functionName: getFunctionName(endpoint), requestId };
  await ctx.runMutation(internal.audit.endpoints.recordRefusal, refusal).catch((failure: unknown) => {
    console.warn(`A refusal could not be recorded in the audit log: ${String(failure)}`);
  });
}
