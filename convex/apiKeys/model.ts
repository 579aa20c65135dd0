import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../api/errors";
import { invalidKey } from "./credential";
import { includesScope } from "./scopes";

/** The key with this hash, if it can still be used, and its project. Throws AUTH_INVALID. Reads two documents. */
export async function authenticate(
  ctx: QueryCtx,
  keyHash: string,
): Promise<{ key: Doc<"apiKeys">; project: Doc<"projects"> }> {
  const key = await ctx.db
    .query("apiKeys")
    .withIndex("by_hash", (q) => q.eq("hash", keyHash))
    .unique();
  if (key === null || key.revokedAtMs !== null) throw invalidKey();
  const project = await ctx.db.get("projects", key.projectId);
  if (project === null || project.deletingAtMs !== undefined) throw invalidKey();
  return { key, project };
}

/** Throws SCOPE_DENIED unless the key holds `scope`. */
export function requireScope(key: Doc<"apiKeys">, scope: string): void {
  if (!includesScope(key.scopes, scope)) throw apiError("SCOPE_DENIED", `The API key lacks the scope ${scope}.`);
}

/** What is known of a key before its row exists. */
export type NewKey = Pick<Doc<"apiKeys">, "projectId" | "userId" | "name" | "scopes" | "hash" | "prefix">;

export async function createKey(ctx: MutationCtx, key: NewKey): Promise<Id<"apiKeys">> {
  return await ctx.db.insert("apiKeys", { ...key, revokedAtMs: null });
}

/** From the next request on the key is refused, for good. Revoking a revoked key changes nothing. */
export async function revokeKey(ctx: MutationCtx, key: Doc<"apiKeys">): Promise<void> {
  if (key.revokedAtMs === null) await ctx.db.patch("apiKeys", key._id, { revokedAtMs: Date.now() });
}
