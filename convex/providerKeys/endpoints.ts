import { projectMutation, projectQuery } from "../api/builders";
import { apiError } from "../api/errors";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { isoTime } from "../lib/times";
import { findProviderKey } from "./model";
import type { SealedProviderKey } from "./preparation";
import type { RemoveRequest } from "./requests";

interface ProviderKeyView {
  provider: string;
  lastFour: string;
  updatedAt: string;
}

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<ProviderKeyView>> => {
  const newestFirst = (latestMs: number) =>
    ctx.db
      .query("providerKeys")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id).lte("_creationTime", latestMs))
      .order("desc");
  const paged = { project: ctx.project, name: "project/provider-keys", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.small, present);
});

/** Another key of the same provider takes the place of the former one. */
export const set = projectMutation(async (ctx, key: SealedProviderKey): Promise<ProviderKeyView> => {
  const { provider, ciphertext, lastFour } = key;
  const changes = { ciphertext, lastFour, updatedAt: Date.now() };
  const former = await findProviderKey(ctx, ctx.project._id, provider);
  if (former === null) await ctx.db.insert("providerKeys", { projectId: ctx.project._id, provider, ...changes });
  else await ctx.db.patch("providerKeys", former._id, changes);
  return present({ provider, ...changes });
});

export const remove = projectMutation(async (ctx, { provider }: RemoveRequest) => {
  const key = await findProviderKey(ctx, ctx.project._id, provider);
  if (key === null) throw apiError("NOT_FOUND", `The project has no key of the provider ${provider}.`);
  await ctx.db.delete("providerKeys", key._id);
  return { provider, deleted: true };
});

function present(key: { provider: string; lastFour: string; updatedAt: number }): ProviderKeyView {
  return { provider: key.provider, lastFour: key.lastFour, updatedAt: isoTime(key.updatedAt) };
}
