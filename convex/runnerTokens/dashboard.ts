import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import { tokenPreparation } from "./preparation";
import type { TokenView } from "./present";
import * as requests from "./requests";
import type { PreparedToken } from "./requests";

export const list = memberList("keys:manage", handlers.list);

/** Makes a token. Only the answer contains it. */
export const generate = memberAction(
  "runnerTokens:make",
  requests.generate,
  async (ctx, { projectId }, request): Promise<TokenView & { token: string }> => {
    const { input, shownOnce } = await tokenPreparation.prepare(request);
    const view: TokenView = await ctx.runMutation(internal.runnerTokens.dashboard.store, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

export const store = preparedMutation(
  "runnerTokens:make",
  async (ctx, token: PreparedToken): Promise<TokenView> => await handlers.generate(ctx, token),
);

export const { revoke } = memberWrites("keys:manage", requests, handlers);
