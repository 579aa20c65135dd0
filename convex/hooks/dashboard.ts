import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberList } from "../dashboard/lists";
import { memberWritesAt } from "../dashboard/writes";
import * as handlers from "./handlers";
import type { HookView } from "./handlers";
import { hookPreparation } from "./preparation";
import type { PreparedHook } from "./preparation";
import * as requests from "./requests";

export const list = memberList("settings:manage", handlers.list);

/** Makes a hook. Only the answer contains its secret. */
export const create = memberAction(
  "settings:manage",
  requests.create,
  async (ctx, { projectId, id }, request): Promise<HookView & { secret: string }> => {
    const { input, shownOnce } = await hookPreparation.prepare(request, id);
    const view: HookView = await ctx.runMutation(internal.hooks.dashboard.store, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

export const store = preparedMutation(
  "settings:manage",
  async (ctx, hook: PreparedHook): Promise<HookView> => await handlers.create(ctx, hook),
);

export const { remove } = memberWritesAt("settings:manage", ["id"], {}, handlers);
