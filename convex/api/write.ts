// Reads a request that changes something, and runs its one transaction. Only such requests load this file.
import { getFunctionName } from "convex/server";
import * as z from "zod/mini";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { headersOf } from "../callers/quotas";
import type { RepeatableAnswer } from "../idempotency/endpoints";
import type { Repeatable } from "../idempotency/model";
import { buildOnce } from "../lib/buildOnce";
import { retryOnConflict } from "../lib/conflicts";
import { checkShape } from "../lib/untrusted";
import { readBody } from "./body";
import type { Credential } from "./builders";
import { jsonResponse, fromJsonText } from "./envelope";
import type { Exchange } from "./envelope";
import { errorResponse } from "./errorResponse";
import type { AnyInput, WriteRoute } from "./routeBuilders";

export interface WriteRequest {
  input: AnyInput;
  /** Null when the request has no Idempotency-Key. */
  repeatable: Repeatable | null;
}

const nothing = () => z.strictObject({});

export async function readWrite(
  route: WriteRoute,
  request: Request,
  inPath: Record<string, string>,
): Promise<WriteRequest> {
  const { text, value } = await readBody(request);
  const schema = await buildOnce(route.body ?? nothing);
  const input = { ...checkShape(schema, value), ...inPath };
  const key = request.headers.get("Idempotency-Key");
  if (key === null) return { input, repeatable: null };
  const { readRepeatable } = await import("../idempotency/request");
  return { input, repeatable: await readRepeatable(key, request.method, new URL(request.url).pathname, text) };
}

export async function answerWrite(
  ctx: ActionCtx,
  exchange: Exchange,
  { route, request }: { route: WriteRoute; request: WriteRequest },
  credential: Credential,
): Promise<Response> {
  const { answer, isReplay, quota } = await runWrite(ctx, route, request, {
    ...credential,
    requestId: exchange.requestId,
  }).catch(async (thrown: unknown) => {
    throw await (await import("./failedRequest")).recordFailedWrite(ctx, exchange, route, credential, thrown);
  });
  exchange.headers = headersOf(quota);
  const headers: Record<string, string> = isReplay ? { "Idempotent-Replayed": "true" } : {};
  if (answer.kind === "refused") return errorResponse(exchange, answer.error, headers);
  return jsonResponse(exchange, statusOf(route, answer.data), { data: answer.data }, headers);
}

function statusOf({ status, mayExist }: WriteRoute, data: unknown): 200 | 201 | 202 {
  const usual = status ?? 200;
  if (mayExist !== true || typeof data !== "object" || data === null) return usual;
  return "isExisting" in data && data.isExisting === true ? 200 : usual;
}

async function runWrite(
  ctx: ActionCtx,
  route: WriteRoute,
  { input: asked, repeatable }: WriteRequest,
  credential: Credential,
): Promise<RepeatableAnswer> {
  const { input, shownOnce } = await prepare(ctx, route, asked, credential);
  const outcome =
    repeatable === null
      ? await runPlainly(ctx, route, input, credential)
      : await retryOnConflict(() =>
          ctx.runMutation(internal.idempotency.endpoints.runOnce, {
            credential,
            endpoint: getFunctionName(route.endpoint),
            input,
            request: repeatable,
            isShownOnce: shownOnce !== undefined,
          }),
        );
  const { answer } = outcome;
  if (answer.kind === "refused" || shownOnce === undefined) return outcome;
  return { ...outcome, answer: { kind: "done", data: { ...(answer.data as AnyInput), ...shownOnce } } };
}

async function runPlainly(
  ctx: ActionCtx,
  route: WriteRoute,
  input: AnyInput,
  credential: Credential,
): Promise<RepeatableAnswer> {
  const { result, quota } = await retryOnConflict(() => ctx.runMutation(route.endpoint, { credential, input }));
  return { answer: { kind: "done", data: result }, isReplay: false, quota };
}

/** Keys and ciphertexts are made only for valid credentials, and for the project of the credential. */
async function prepare(
  ctx: ActionCtx,
  route: WriteRoute,
  input: AnyInput,
  credential: Credential,
): Promise<{ input: AnyInput; shownOnce?: AnyInput }> {
  if (route.preparation === undefined) return { input };
  const { result } = await ctx.runQuery(internal.apiKeys.endpoints.check, { credential, input: {} });
  return await (await route.preparation()).prepare(input, fromJsonText(result));
}
