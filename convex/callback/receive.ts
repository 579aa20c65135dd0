// POST /job/callback: how the job runner reads and writes. Its errors are plain sentences, without codes.
import * as z from "zod/mini";
import type { ActionCtx } from "../_generated/server";
import { readBytes } from "../api/body";
import { jsonResponse } from "../api/envelope";
import type { Exchange } from "../api/envelope";
import { invalid, refusalOf } from "../api/errors";
import { logFault } from "../api/exchange";
import { equalTexts } from "../lib/equalTexts";
import { sha256Hex } from "../lib/hashing";
import { checkShape, parseJson } from "../lib/untrusted";
import { findOperation } from "./operations";

/** The runner reports whole files. */
const bodyMebibytesMax = 8;

/** The arguments have the shape that the operation says. */
const call = () =>
  z.strictObject({
    operation: z.string(),
    args: z.unknown(),
    lease: z.optional(z.strictObject({ jobId: z.string(), fence: z.int() })),
  });

export async function receiveCall(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  const refuse = (status: number, error: string, headers = {}) => jsonResponse(exchange, status, { error }, headers);
  try {
    if (!(await isRunner(request.headers))) {
      return refuse(401, "The bearer token is missing or wrong.", { "WWW-Authenticate": "Bearer" });
    }
    return jsonResponse(exchange, 200, { result: await perform(ctx, request) });
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal !== null) return refuse(400, refusal.message);
    logFault(exchange.requestId, request, thrown);
    return refuse(500, "Something went wrong on our side.");
  }
}

/** Hashes are compared, so that not even the length of the secret shows. Without a secret nobody is the runner. */
async function isRunner(headers: Headers): Promise<boolean> {
  const secret = process.env["JOB_CALLBACK_SECRET"];
  const token = /^Bearer +(\S+)$/i.exec(headers.get("Authorization") ?? "")?.[1];
  if (secret === undefined || secret === "" || token === undefined) return false;
  return equalTexts(await sha256Hex(token), await sha256Hex(secret));
}

async function perform(ctx: ActionCtx, request: Request): Promise<unknown> {
  const {
    operation: name,
    args,
    lease = null,
  } = checkShape(call(), parseJson(await readBytes(request, bodyMebibytesMax)));
  const operation = await findOperation(name);
  if (operation === undefined) throw invalid("operation", `operation: There is no operation ${name}.`);
  const input = checkShape(await operation.args(), args, ["args"]);
  if (operation.kind === "action") return await operation.work(ctx, { lease, input });
  if (operation.kind === "mutation") return await ctx.runMutation(operation.work, { lease, input });
  const result: unknown = await ctx.runQuery(operation.work, { lease, input });
  return operation.finish === undefined ? result : await operation.finish(result);
}
