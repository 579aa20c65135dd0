// Reads a request that changes something, and runs its one transaction. Only such requests load this file.
import { getFunctionName } from "convex/server";
import * as z from "zod/mini";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { Answer, Repeatable } from "../idempotency/model";
import { buildOnce } from "../lib/buildOnce";
import { retryOnConflict } from "../lib/conflicts";
import { checkShape } from "../lib/untrusted";
import { readBody } from "./body";
import type { Credential } from "./builders";
import { errorResponse, jsonResponse, fromJsonText } from "./envelope";
import type { Exchange } from "./envelope";
import type { AnyInput, WriteRoute } from "./routes";

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
  route: WriteRoute,
  request: WriteRequest,
  credential: Credential,
): Promise<Response> {
  const outcome = await runWrite(ctx, route, request, credential);
  const headers: Record<string, string> = outcome.isReplay ? { "Idempotent-Replayed": "true" } : {};
  if (outcome.kind === "refused") return errorResponse(exchange, outcome.error, headers);
  return jsonResponse(exchange, route.status ?? 200, { data: outcome.data }, headers);
}

async function runWrite(
  ctx: ActionCtx,
  route: WriteRoute,
  { input: asked, repeatable }: WriteRequest,
  credential: Credential,
): Promise<Answer & { isReplay: boolean }> {
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
  if (outcome.kind === "refused" || shownOnce === undefined) return outcome;
  return { ...outcome, data: { ...(outcome.data as AnyInput), ...shownOnce } };
}

async function runPlainly(
  ctx: ActionCtx,
  route: WriteRoute,
  input: AnyInput,
  credential: Credential,
): Promise<Answer & { isReplay: boolean }> {
  const data: unknown = await retryOnConflict(() => ctx.runMutation(route.endpoint, { credential, input }));
  return { kind: "done", data, isReplay: false };
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
