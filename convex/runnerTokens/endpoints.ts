import { projectMutation, projectMutations } from "../api/builders";
import { listEndpoint } from "../api/lists";
import { expiryNoLaterThan, requireShortKeyChain } from "../apiKeys/model";
import { apiError } from "../lib/errors";
import * as handlers from "./handlers";
import type { TokenView } from "./present";
import type { PreparedToken } from "./requests";

export const list = listEndpoint(handlers.list);

export const generate = projectMutation(async (ctx, request: PreparedToken): Promise<TokenView> => {
  // The holder of a runner token serves the whole project.
  if (ctx.workflowIds !== undefined)
    throw apiError("SCOPE_DENIED", "The API key is bound to workflows, so it cannot make runner tokens.");
  await requireShortKeyChain(ctx, ctx.key);
  const expiresAtMs = expiryNoLaterThan(ctx.key, request.expiresAtMs);
  return await handlers.generate(ctx, { ...request, expiresAtMs }, ctx.key._id);
});

export const { revoke } = projectMutations(handlers);
