import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export const providerRule = "must be up to 40 lower-case letters, digits, hyphens and underscores";

/** The providers whose keys runners usually ask for. Keys of other providers are for runners that know them. */
export const knownProviders: readonly string[] = ["sandbox", "code_host", "anthropic", "openai", "openrouter"];

export const lineRule = "must be in one line, without control characters";

/** A line break would end the header or the line in which such a key is sent. Other keys may have several lines. */
export function isOneLine(provider: string, key: string): boolean {
  return !knownProviders.includes(provider) || !/\p{Cc}/u.test(key.trim());
}

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
