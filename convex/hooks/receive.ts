// POST /hooks/:id: a code host says that there is news. Whether it is the host is verified before anything is read, and
// all that follows is that somebody looks earlier.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { mebibyte } from "../api/body";
import { jsonResponse } from "../api/envelope";
import type { Exchange } from "../api/envelope";
import { errorResponse } from "../api/errorResponse";
import { apiError, invalid } from "../lib/errors";
import { decrypt } from "../lib/encryption";
import { retryOnConflict } from "../lib/conflicts";
import { parseForeignJson } from "../lib/untrusted";
import { hookAssociatedData } from "../sealing/associatedData";
import type { FoundHook } from "./inbound";
import { namesIn } from "./names";
import { verifySignature } from "./signature";

/** GitHub sends no larger messages. */
const maxBytes = 25 * mebibyte;
const maxIdLength = 200;

export async function receive(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  const id = new URL(request.url).pathname.slice("/hooks/".length);
  const { headers } = request;
  const body = await readWithin(request);
  if (body === null) return tooLarge(exchange);
  const hook = await ctx.runQuery(internal.hooks.inbound.find, { id });
  // An unknown hook is verified against a secret that nobody has, so that it takes as long as a wrong proof.
  const secret = hook === null ? crypto.randomUUID() : await secretOf(hook);
  const isHost = await verifySignature(hook?.kind ?? "github", secret, { headers, body });
  if (hook === null || !isHost) return unproven(exchange);
  const names = namesIn(hook.kind, objectIn(body));
  const deliveryId = deliveryIdIn(headers.get(hook.kind === "github" ? "X-GitHub-Delivery" : "X-Gitlab-Event-UUID"));
  if (names !== null && (names.numbers.length > 0 || names.heads.length > 0)) {
    const { hookId } = hook;
    const message = { hookId, deliveryId, names };
    await retryOnConflict(() => ctx.runMutation(internal.hooks.inbound.receive, message));
  }
  return jsonResponse(exchange, 202, { received: true });
}

/** An empty one names no delivery, or all messages without one would be the same. */
function deliveryIdIn(header: string | null): string | null {
  const id = header?.trim().slice(0, maxIdLength) ?? "";
  return id === "" ? null : id;
}

/** Null for a body that is too large. One that says so is not even read. */
async function readWithin(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("Content-Length")) > maxBytes) return null;
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > maxBytes ? null : bytes;
}

function tooLarge(exchange: Exchange): Response {
  const { data } = invalid("body", `The body must not be larger than ${maxBytes / mebibyte} MiB.`);
  const { body, headers } = errorResponse(exchange, data);
  return new Response(body, { status: 413, headers });
}

function unproven(exchange: Exchange): Response {
  const message = "The message has no proof that its sender knows the secret of this hook.";
  const response = errorResponse(exchange, apiError("AUTH_INVALID", message).data);
  // A bearer token would not help.
  response.headers.delete("WWW-Authenticate");
  return response;
}

async function secretOf({ projectId, secret }: FoundHook): Promise<string> {
  return await decrypt(secret.ciphertext, hookAssociatedData(projectId, secret.name));
}

/** Throws VALIDATION. */
function objectIn(body: Uint8Array): Record<string, unknown> {
  const value = parseForeignJson(body);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid("body", "body must be a JSON object.");
}
