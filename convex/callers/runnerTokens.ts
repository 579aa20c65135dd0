// Checks the credential of a job runner. A holder of the deployment's secret serves all projects. A holder of a runner
// token serves one project, with the right of the person who made the token: a token ends like an API key, and also
// when that person may not make runner tokens any more.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import type { ApiError } from "../lib/errors";
import { effectiveRole } from "./credentialValidity";
import type { HasEnded } from "./credentialValidity";
import { includesScope, scopesWithin } from "./scopes";

/** The hash of the caller's runner token. Null when the caller has shown the deployment's secret. */
export const tokenHash = v.union(v.string(), v.null());
export type TokenHash = Infer<typeof tokenHash>;

/** The scope that a request needs for making runner tokens. */
export const tokenScope = "admin";

/** What all runner tokens begin with. */
export const tokenPrefix = "svc_runner_";

export type RunnerToken = Doc<"runnerTokens">;

/** Throws AUTH_INVALID. Reads the token, its maker's membership, the project and the keys that lead to the token. */
export async function authenticateToken(ctx: QueryCtx, hash: string, hasEnded?: HasEnded): Promise<RunnerToken> {
  const token = await ctx.db
    .query("runnerTokens")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  if (token === null || !(await isValid(ctx, token, hasEnded))) throw invalidToken();
  const project = await ctx.db.get("projects", token.projectId);
  if (project === null || project.deletingAtMs !== undefined) throw invalidToken();
  return token;
}

/** Whether the token is neither revoked nor expired, and its maker still has the right to make it. */
export async function isValid(ctx: QueryCtx, token: RunnerToken, hasEnded?: HasEnded): Promise<boolean> {
  const role = await effectiveRole(ctx, token, hasEnded);
  return role !== null && includesScope(scopesWithin(role, [tokenScope]), tokenScope);
}

/** All runners that show a wrong credential get this message: strangers must not learn which tokens existed. */
export function invalidToken(): ApiError {
  return apiError("AUTH_INVALID", "The bearer token is missing or wrong.");
}
