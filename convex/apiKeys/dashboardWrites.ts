import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberWrite } from "../dashboard/writes";
import { requirePermission } from "../members/roles";
import * as handlers from "./handlers";
import { keyPreparation } from "./preparation";
import type { KeyView } from "./present";
import * as requests from "./requests";
import type { PreparedKey } from "./requests";
import { includesScope, scopesWithin } from "./scopes";

/** The answer alone holds the key. */
export const generate = memberAction(
  "keys:manage",
  requests.generate,
  async (ctx, { projectId }, request): Promise<KeyView & { key: string }> => {
    const { input, shownOnce } = await keyPreparation.prepare(request);
    const view: KeyView = await ctx.runMutation(internal.apiKeys.dashboardWrites.keep, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

/** No key may do more than who makes it, and `admin` may delete the project. */
export const keep = preparedMutation("keys:manage", async (ctx, key: PreparedKey): Promise<KeyView> => {
  const scopes = key.scopes ?? [...scopesWithin(ctx.role, ["*"])];
  if (includesScope(scopes, "admin")) requirePermission(ctx.role, "project:delete");
  return await handlers.generate(ctx, key, scopes);
});

export const revoke = memberWrite("keys:manage", requests.revoke, handlers.revoke);
