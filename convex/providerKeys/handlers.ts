import type { Doc } from "../_generated/dataModel";
import { apiError } from "../lib/errors";
import type { WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { requireUsualKey } from "../sealing/model";
import { findProviderKey } from "./model";
import type { SealedProviderKey } from "./preparation";
import { presentProviderKey } from "./present";
import type { ProviderKeyView } from "./present";
import type { RemoveRequest } from "./requests";

export const list = listOf({
  name: "project/provider-keys",
  bounds: "small",
  filters: {},
  find: ofProject("providerKeys"),
  present: (key: Doc<"providerKeys">) => presentProviderKey(key),
});

/** A new key for the same provider replaces the former one. */
export async function set(ctx: WriteCtx, key: SealedProviderKey): Promise<ProviderKeyView> {
  const { provider, ciphertext, lastFour } = key;
  await requireUsualKey(ctx, ciphertext);
  const changes = { ciphertext, lastFour, updatedAt: Date.now() };
  const former = await findProviderKey(ctx, ctx.project._id, provider);
  if (former === null) await ctx.db.insert("providerKeys", { projectId: ctx.project._id, provider, ...changes });
  else await ctx.db.patch("providerKeys", former._id, changes);
  return presentProviderKey({ provider, ...changes });
}

export async function remove(ctx: WriteCtx, { provider }: RemoveRequest) {
  const key = await findProviderKey(ctx, ctx.project._id, provider);
  if (key === null) throw apiError("NOT_FOUND", `The project has no key of the provider ${provider}.`);
  await ctx.db.delete("providerKeys", key._id);
  return { provider, deleted: true };
}
