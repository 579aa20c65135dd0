import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import type { Role } from "../callers/membership";
import { requirePermission } from "../callers/roles";
import { getOwn } from "../lib/getDocument";
import * as handlers from "./handlers";
import { requireReplaceable } from "./model";
import { keyPreparation, rotationPreparation } from "./preparation";
import type { KeyView } from "./present";
import * as requests from "./requests";
import type { PreparedKey, PreparedRotation } from "./requests";
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

/** Makes a key that takes the place of another. Only the answer contains it. */
export const rotate = memberAction(
  "keys:manage",
  requests.rotate,
  async (ctx, { projectId }, request): Promise<KeyView & { key: string }> => {
    const { input, shownOnce } = await rotationPreparation.prepare(request);
    const view: KeyView = await ctx.runMutation(internal.apiKeys.dashboard.storeReplacement, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

/** Stores a new key. A key may do no more than the person who makes it, and `admin` includes deleting the project. */
export const store = preparedMutation("keys:manage", async (ctx, key: PreparedKey): Promise<KeyView> => {
  const scopes = key.scopes ?? [...scopesWithin(ctx.role, ["*"])];
  requireGrantable(ctx, scopes);
  return await handlers.generate(ctx, key, scopes);
});

/** Stores a key that takes the place of another, which may do no more than this person. */
export const storeReplacement = preparedMutation(
  "keys:manage",
  async (ctx, rotation: PreparedRotation): Promise<KeyView> => {
    const old = await getOwn(ctx, "apiKeys", rotation.keyId);
    requireGrantable(ctx, old.scopes);
    await requireReplaceable(ctx, old);
    return await handlers.replace(ctx, old, rotation);
  },
);

function requireGrantable({ role }: { role: Role }, scopes: readonly string[]): void {
  if (includesScope(scopes, "admin")) requirePermission(role, "project:delete");
}

export const { revoke } = memberWrites("keys:manage", requests, handlers);
