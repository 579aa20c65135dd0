import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { belongsToOrigins, originsOfRepository } from "./origins";

export const providerRule = "must be up to 40 lower-case letters, digits, hyphens and underscores";

/** The providers whose keys runners usually ask for. Keys of other providers are for runners that know them. */
export const knownProviders: readonly string[] = ["sandbox", "code_host", "anthropic", "openai", "openrouter"];

export function isProvider(text: string): boolean {
  return /^[a-z0-9_-]{1,40}$/.test(text);
}

export async function findProviderKey(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  provider: string,
): Promise<Doc<"providerKeys"> | null> {
  return await ctx.db
    .query("providerKeys")
    .withIndex("by_project_and_provider", (q) => q.eq("projectId", projectId).eq("provider", provider))
    .unique();
}

/** Whether the operator lets keys go over connections that are not encrypted, also on this machine. */
export function mayUseHttp(): boolean {
  return process.env["SERVICE_KEYS_OVER_HTTP"]?.trim() === "on";
}

/**
 * Returns the origins to which the key may go, or null for a provider whose keys belong to none. A key from before
 * there were origins has that of the project's repository, until `saveOrigins` has stored it.
 */
export async function originsOf(ctx: QueryCtx, key: Doc<"providerKeys">): Promise<string[] | null> {
  if (!belongsToOrigins(key.provider)) return null;
  if (key.origins !== undefined) return key.origins;
  return originsOfRepository((await ctx.db.get("projects", key.projectId))?.gitRepoUrl ?? null);
}

/** Stores the origins of an older key. From then on another address of the project does not move the key. */
export async function saveOrigins(ctx: MutationCtx, key: Doc<"providerKeys">): Promise<void> {
  if (key.origins !== undefined) return;
  const origins = await originsOf(ctx, key);
  if (origins !== null) await ctx.db.patch("providerKeys", key._id, { origins });
}

/** Must be called before the project's `gitRepoUrl` changes: those who may change it may not move the key. */
export async function saveCodeHostOrigins(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const key = await findProviderKey(ctx, projectId, "code_host");
  if (key !== null) await saveOrigins(ctx, key);
}
