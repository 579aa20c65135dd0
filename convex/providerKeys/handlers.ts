import type { Doc } from "../_generated/dataModel";
import { apiError } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import type { WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { requireCurrentKey } from "../sealing/currentKey";
import { findProviderKey } from "./model";
import { belongsToOrigins, originsOfRepository } from "./codeHostOrigins";
import type { SealedProviderKey } from "./preparation";
import { presentProviderKey } from "./present";
import type { ProviderKeyView } from "./present";
import type { RemoveRequest } from "./requests";

export const list = listOf({
  name: "project/provider-keys",
  bounds: "small",
  filters: {},
  find: ofProject("providerKeys"),
  present: (key: Doc<"providerKeys">) => presentProviderKey(key, key.origins ?? null),
});

/**
 * A new key for the same provider replaces the previous one, and goes where that one went unless `origins` are given.
 */
export async function set(ctx: WriteCtx, key: SealedProviderKey): Promise<ProviderKeyView> {
  const { provider, ciphertext, lastFour } = key;
  await requireCurrentKey(ctx, ciphertext);
  const former = await findProviderKey(ctx, ctx.project._id, provider);
  const origins = key.origins ?? defaultOrigins(ctx.project, provider, former);
  const changes = { ciphertext, lastFour, updatedAt: Date.now(), ...omitNullish({ origins }) };
  if (former === null) await ctx.db.insert("providerKeys", { projectId: ctx.project._id, provider, ...changes });
  else await ctx.db.patch("providerKeys", former._id, changes);
  return presentProviderKey({ provider, ...changes }, origins);
}

/**
 * Members may change the project's address, so a new key keeps to the origins of the previous one. Without a previous
 * key and without an address there is no origin, and runners get no key until somebody names one.
 */
function defaultOrigins({ gitRepoUrl }: Doc<"projects">, provider: string, former: Doc<"providerKeys"> | null) {
  if (!belongsToOrigins(provider)) return null;
  const kept = former?.origins ?? [];
  return kept.length === 0 ? originsOfRepository(gitRepoUrl) : kept;
}

export async function remove(ctx: WriteCtx, { provider }: RemoveRequest) {
  const key = await findProviderKey(ctx, ctx.project._id, provider);
  if (key === null) throw apiError("NOT_FOUND", `The project has no key of the provider ${provider}.`);
  await ctx.db.delete("providerKeys", key._id);
  return { provider, deleted: true };
}
