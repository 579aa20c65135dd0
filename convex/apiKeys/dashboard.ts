import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import { requirePermission } from "../callers/roles";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { keyPreparation } from "./preparation";
import type { KeyView } from "./present";
import * as requests from "./requests";
import type { PreparedKey } from "./requests";
import { includesScope, scopesWithin } from "../callers/scopes";
import { showKey } from "./showing";

export const list = memberQuery("keys:manage", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<KeyView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, (key) => showKey(ctx, key)),
});

/** Makes a key. Only the answer contains it. */
export const generate = memberAction(
  "keys:manage",
  requests.generate,
  async (ctx, { projectId }, request): Promise<KeyView & { key: string }> => {
    const { input, shownOnce } = await keyPreparation.prepare(request);
    const view: KeyView = await ctx.runMutation(internal.apiKeys.dashboard.keep, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

/** Stores a new key. A key may do no more than the person who makes it, and `admin` includes deleting the project. */
export const keep = preparedMutation("keys:manage", async (ctx, key: PreparedKey): Promise<KeyView> => {
  const scopes = key.scopes ?? [...scopesWithin(ctx.role, ["*"])];
  if (includesScope(scopes, "admin")) requirePermission(ctx.role, "project:delete");
  return await handlers.generate(ctx, key, scopes);
});

export const revoke = memberWrite("keys:manage", requests.revoke, handlers.revoke);
