import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import type { BulkActionView } from "./present";
import * as requests from "./requests";

export const get = memberQuery("project:read", {
  args: { id: v.string() },
  handler: async (ctx, { id }): Promise<BulkActionView> => await handlers.get(ctx, { id }),
});
export const { start } = memberWrites("work:write", requests, handlers);
export const { stop } = memberWrites("work:write", requests.one, handlers);
