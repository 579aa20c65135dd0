// Checks the API key of a request: whether it is valid, whose it is, and whether it may be used for this request.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { invalidKey } from "./credentialErrors";
import { isExpired, effectiveRole } from "./credentialValidity";
import type { HasEnded } from "./credentialValidity";
import type { Role } from "./membership";
import { includesScope, scopesWithin } from "./scopes";

/** A valid key, its project and the role of the person for whom it was made. */
export interface KeyHolder {
  key: Doc<"apiKeys">;
  project: Doc<"projects">;
  /** The present role of the person for whom the key was made. */
  role: Role;
}

/** Throws AUTH_INVALID. Reads three documents, and one for each key between this key and the person who holds it. */
export async function authenticate(ctx: QueryCtx, keyHash: string, hasEnded: HasEnded = isExpired): Promise<KeyHolder> {
  const key = await findKey(ctx, keyHash);
  const role = key === null ? null : await effectiveRole(ctx, key, hasEnded);
  if (key === null || role === null) throw invalidKey();
  const project = await ctx.db.get("projects", key.projectId);
  if (project === null || project.deletingAtMs !== undefined) throw invalidKey();
  return { key, project, role };
}

/** Returns the key with this hash, valid or not. */
export async function findKey(ctx: QueryCtx, keyHash: string): Promise<Doc<"apiKeys"> | null> {
  return await ctx.db
    .query("apiKeys")
    .withIndex("by_hash", (q) => q.eq("hash", keyHash))
    .unique();
}

/** Throws SCOPE_DENIED unless the key holds `scope` and the person for whom it was made may still grant it. */
export function requireScope({ key, role }: Pick<KeyHolder, "key" | "role">, scope: string): void {
  if (includesScope(scopesWithin(role, key.scopes), scope)) return;
  if (!includesScope(key.scopes, scope)) throw apiError("SCOPE_DENIED", `The API key lacks the scope ${scope}.`);
  const reason = `the role of the person for whom it was made is ${role} now`;
  throw apiError("SCOPE_DENIED", `The API key has lost the scope ${scope}: ${reason}.`);
}
