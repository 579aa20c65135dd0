import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import { providerKeyPreparation } from "./preparation";
import type { ProviderKeyView } from "./present";
import * as requests from "./requests";

export const list = memberList("keys:manage", handlers.list);

export const set = memberAction("keys:manage", requests.set, async (ctx, { projectId, id }, request) => {
  const { input } = await providerKeyPreparation.prepare(request, id);
  const key: ProviderKeyView = await ctx.runMutation(internal.providerKeys.dashboard.store, { projectId, input });
  return key;
});

export const store = preparedMutation("keys:manage", handlers.set);
export const { remove } = memberWrites("keys:manage", requests, handlers);
