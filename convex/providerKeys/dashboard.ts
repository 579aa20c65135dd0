import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { newestFirst } from "./lists";
import { presentProviderKey } from "./present";
import type { ProviderKeyView } from "./present";

export const list = memberQuery("keys:manage", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<ProviderKeyView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentProviderKey),
});
