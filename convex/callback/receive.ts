// POST /job/callback, through which the job runner reads and writes. Its errors are plain sentences without codes.
import { getFunctionName } from "convex/server";
import * as z from "zod/mini";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { readBytes } from "../api/body";
import { jsonResponse } from "../api/envelope";
import type { Exchange } from "../api/envelope";
import { invalid, apiErrorOf, statusByCode } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { logUnexpectedError } from "../api/unexpectedErrors";
import type { Answer, Repeatable } from "../idempotency/model";
import { buildOnce } from "../lib/buildOnce";
import { conflictErrorOf, retryOnConflict } from "../lib/conflicts";
import { equalTexts, sha256Hex } from "../lib/hashing";
import { checkShape, parseJson } from "../lib/untrusted";
import { invalidToken, tokenPrefix } from "../callers/runnerTokens";
import type { TokenHash } from "../callers/runnerTokens";
import type { OperationArgs } from "./builders";
import { callerCtx } from "./caller";
import { findOperation } from "./operations";
import type { Operation } from "./operationBuilders";

/** Calls may be this large because the runner reports whole files. */
const maxBodyMebibytes = 8;

/** The arguments are checked later, by the schema of the operation. */
const call = () =>
  z.strictObject({
    operation: z.string(),
    args: z.unknown(),
    lease: z.optional(z.nullable(z.strictObject({ jobId: z.string(), fence: z.int() }))),
  });

export async function receive(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  const refuse = (status: number, error: string, headers = {}) => jsonResponse(exchange, status, { error }, headers);
  try {
    const answer = await perform(ctx, request, await admitRunner(ctx, request.headers));
    const headers: Record<string, string> = answer.isReplay ? { "Idempotent-Replayed": "true" } : {};
    if (answer.kind === "refused") {
      exchange.code = answer.error.code;
      return refuse(400, answer.error.message, headers);
    }
    return jsonResponse(exchange, 200, { result: answer.data }, headers);
  } catch (thrown) {
    const refusal = apiErrorOf(thrown);
    if (refusal !== null) {
      exchange.code = refusal.code;
      if (refusal.code === "AUTH_INVALID") return refuse(401, refusal.message, { "WWW-Authenticate": "Bearer" });
      return refuse(400, sentencesOf(refusal));
    }
    const conflict = conflictErrorOf(thrown);
    if (conflict !== null) {
      exchange.code = conflict.code;
      return refuse(500, conflict.message);
    }
    const { code, message } = logUnexpectedError(exchange.requestId, request, thrown);
    return refuse(statusByCode[code], message);
  }
}

/** Lists all problems, because this text is all that the author of a runner sees. */
function sentencesOf({ message, problems = [] }: ApiErrorData): string {
  return problems.length > 1 ? problems.map((problem) => problem.message).join(" ") : message;
}

/** Returns the hash of a runner token, and null for the deployment's secret. Throws AUTH_INVALID. */
async function admitRunner(ctx: ActionCtx, headers: Headers): Promise<TokenHash> {
  const token = /^Bearer +(\S+)$/i.exec(headers.get("Authorization") ?? "")?.[1];
  if (token === undefined) throw invalidToken();
  const given = await sha256Hex(token);
  if (await isSecret(given)) return null;
  if (!token.startsWith(tokenPrefix)) throw invalidToken();
  await ctx.runQuery(internal.callback.admission.check, { tokenHash: given });
  return given;
}

/** Comparing hashes takes a time that reveals nothing. When no secret is configured, nobody holds it. */
async function isSecret(given: string): Promise<boolean> {
  const { JOB_CALLBACK_SECRET: secret, JOB_CALLBACK_SECRET_PREVIOUS: previous } = process.env;
  if (!secret) return false;
  const isCurrent = equalTexts(given, await sha256Hex(secret));
  const isPrevious = previous ? equalTexts(given, await sha256Hex(previous)) : false;
  return isCurrent || isPrevious;
}

async function perform(
  ctx: ActionCtx,
  request: Request,
  tokenHash: TokenHash,
): Promise<Answer & { isReplay: boolean }> {
  const bytes = await readBytes(request, maxBodyMebibytes);
  const { operation: name, args, lease = null } = checkShape(await buildOnce(call), parseJson(bytes));
  const operation = await findOperation(name);
  if (operation === undefined) throw invalid("operation", `There is no operation ${name}.`);
  const input = checkShape(await buildOnce(operation.args), args, ["args"]);
  const key = request.headers.get("Idempotency-Key");
  if (operation.kind === "mutation" && key !== null) {
    const { readRepeatable } = await import("../idempotency/request");
    const { pathname } = new URL(request.url);
    const repeatable = await readRepeatable(key, request.method, pathname, new TextDecoder().decode(bytes));
    const work = getFunctionName(operation.work);
    const call = { work, tokenHash, lease, input, request: tokenHash === null ? repeatable : ofRunner(repeatable) };
    return await retryOnConflict(() => ctx.runMutation(internal.idempotency.operations.runOnce, call));
  }
  const data = await workOf(ctx, operation, { tokenHash, lease, input }, request);
  return { kind: "done", data, isReplay: false };
}

/** The calls with a project's runner tokens and its REST requests use the same table, but not each other's keys. */
function ofRunner({ keyHash, fingerprint }: Repeatable): Repeatable {
  return { keyHash: `runner ${keyHash}`, fingerprint };
}

async function workOf(
  ctx: ActionCtx,
  operation: Operation,
  call: OperationArgs<Record<string, unknown>>,
  request: Request,
): Promise<unknown> {
  switch (operation.kind) {
    case "action":
      return await operation.work(
        callerCtx(ctx, call.tokenHash),
        { lease: call.lease, input: call.input },
        request.signal,
      );
    case "mutation":
      return await retryOnConflict(() => ctx.runMutation(operation.work, call));
    case "query": {
      const result: unknown = await ctx.runQuery(operation.work, call);
      return operation.finish === undefined ? result : await operation.finish(result);
    }
  }
}
