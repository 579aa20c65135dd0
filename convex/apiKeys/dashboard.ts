import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import { requirePermission } from "../callers/roles";
import * as handlers from "./handlers";
import { keyPreparation } from "./preparation";
import type { KeyView } from "./present";
import * as requests from "./requests";
import type { PreparedKey } from "./requests";
import { includesScope, scopesWithin } from "../callers/scopes";

export const list = memberList("keys:manage", handlers.list);

/** Makes a key. Only the answer contains it. */
export const generate = memberAction(
  "keys:manage",
  requests.generate,
  async (ctx, { projectId }, request): Promise<KeyView & { key: string }> => {
    const { input, shownOnce } = await keyPreparation.prepare(request);
    const view: KeyView = await ctx.runMutation(internal.apiKeys.dashboard.store, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

/** Stores a new key. A key may do no more than the person who makes it, and `admin` includes deleting the project. */
export const store = preparedMutation("keys:manage", async (ctx, key: PreparedKey): Promise<KeyView> => {
  const scopes = key.scopes ?? [...scopesWithin(ctx.role, ["*"])];
  if (includesScope(scopes, "admin")) requirePermission(ctx.role, "project:delete");
  return await handlers.generate(ctx, key, scopes);
});

export const { revoke } = memberWrites("keys:manage", requests, handlers);
