import { projectMutation, projectMutations } from "../api/builders";
import { listEndpoint } from "../api/lists";
import { expiryNoLaterThan, requireMayMakeKeys } from "../apiKeys/model";
import * as handlers from "./handlers";
import type { TokenView } from "./present";
import type { PreparedToken } from "./requests";

export const list = listEndpoint(handlers.list);

export const generate = projectMutation(async (ctx, request: PreparedToken): Promise<TokenView> => {
  await requireMayMakeKeys(ctx, ctx.key);
  const expiresAtMs = expiryNoLaterThan(ctx.key, request.expiresAtMs);
  return await handlers.generate(ctx, { ...request, expiresAtMs }, ctx.key._id);
});

export const { revoke } = projectMutations(handlers);
