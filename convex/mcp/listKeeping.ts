// How long clients of the newest revision may keep what they have listed. Pure.
import type { Fields } from "./jsonRpc";
import type { Era } from "./revisions";

/** How long a client may keep a list. A key's scopes change seldom, and only for this key. */
export const kept = { ttlMs: 300_000, cacheScope: "private" };

export function cached({ kind }: Era): Fields {
  return kind === "selfDescribed" ? kept : {};
}

/** What changes at any time is not kept. */
export function fresh({ kind }: Era): Fields {
  return kind === "selfDescribed" ? { ttlMs: 0, cacheScope: "private" } : {};
}
