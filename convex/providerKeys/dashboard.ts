import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { providerKeyPreparation } from "./preparation";
import { presentProviderKey } from "./present";
import type { ProviderKeyView } from "./present";
import * as requests from "./requests";

export const list = memberQuery("keys:manage", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<ProviderKeyView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentProviderKey),
});

export const set = memberAction("keys:manage", requests.set, async (ctx, { projectId, id }, request) => {
  const { input } = await providerKeyPreparation.prepare(request, id);
  const key: ProviderKeyView = await ctx.runMutation(internal.providerKeys.dashboard.keep, { projectId, input });
  return key;
});

export const keep = preparedMutation("keys:manage", handlers.set);

export const remove = memberWrite("keys:manage", requests.remove, handlers.remove);
