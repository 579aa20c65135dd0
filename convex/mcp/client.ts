// Who sends a message, and how tools ask the endpoints of REST on behalf of them: as a request with the same key, so
// that every check, limit and rule of a request holds for a tool.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { Credential } from "../api/builders";
import { dispatch, runEndpoint } from "../api/dispatch";
import { fromJsonText } from "../api/envelope";
import { handleExchange } from "../api/handleExchange";
import { agentTokenPrefix } from "../callers/agentTokens";
import { bearerToken } from "../callers/credential";
import { includesScope } from "../callers/scopes";
import { apiError, invalid } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { sha256Hex } from "../lib/hashing";
import type { AgentClient } from "./agentClient";
import type { Grants } from "./endpoints";
import type { Fields } from "./jsonRpc";
import type { Tool } from "./tools";

/** A client with an API key. */
export interface Client extends Grants {
  kind: "key";
  ctx: ActionCtx;
  token: string;
  keyHash: string;
  /** The id of the client's request. What tools ask for has the same, in the audit log and in that of the service. */
  requestId: string;
}

export type Answer = { kind: "done"; text: string } | { kind: "refused"; error: ApiErrorData };

export type Refusal = Extract<Answer, { kind: "refused" }>;

/** The argument of tools that change something which becomes the header `Idempotency-Key`. */
export const idempotencyKey = "idempotencyKey";

/** Throws AUTH_MISSING and AUTH_INVALID. */
export async function admitClient(ctx: ActionCtx, headers: Headers, requestId: string): Promise<Client | AgentClient> {
  const token = await bearerToken(headers);
  if (token.startsWith(agentTokenPrefix))
    return await (await import("./agentClient")).admitAgent(ctx, token, requestId);
  const keyHash = await sha256Hex(token);
  const asked = { credential: { keyHash, scope: null }, input: {} };
  const found = await runEndpoint(ctx, internal.mcp.endpoints.grants, asked, { requestId });
  return { kind: "key", ctx, token, keyHash, ...fromJsonText<Grants>(found.result), requestId };
}

export function mayUse({ scopes }: Client, scope: string): boolean {
  return includesScope(scopes, scope);
}

export function credentialFor({ keyHash }: Client, scope: string): Credential {
  return { keyHash, scope };
}

/** Answers the body of a successful response. Throws VALIDATION where the arguments cannot be sent. */
export async function askEndpoint(client: Client, endpoint: Tool["endpoint"], args: Fields): Promise<Answer> {
  const request = requestOf(client, endpoint, args);
  const response = await handleExchange(request, (started) => dispatch(client.ctx, request, started), client.requestId);
  const text = await response.text();
  if (response.ok) return { kind: "done", text };
  return { kind: "refused", error: fromJsonText<{ error: ApiErrorData }>(text).error };
}

function requestOf(client: Client, { method, path }: Tool["endpoint"], args: Fields): Request {
  const headers = new Headers({ Authorization: `Bearer ${client.token}` });
  const address = `http://mcp/api/v1${path}`;
  if (method === "GET") return new Request(address + queryOf(args), { headers });
  const { [idempotencyKey]: key = null, ...body } = args;
  if (key !== null) {
    if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalid(idempotencyKey, `${idempotencyKey} must have 1 to 255 printable ASCII characters without spaces.`);
    }
    headers.set("Idempotency-Key", key);
  }
  return new Request(address, { method, headers, body: JSON.stringify(body) });
}

/** Models often say null for what they leave out. */
function queryOf(args: Fields): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    if (value === null) continue;
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (!isPlain) throw invalid(name, `${name} must be a text or a number.`);
    parameters.set(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

/** For a tool that there is not. */
export function unknownTool(): ApiErrorData {
  const { data } = apiError("NOT_FOUND", "There is no tool of this name; tools/list names those of this key.");
  return { ...data, field: "name" };
}
