import { projectQuery } from "../api/builders";
import type { NoInput } from "../api/routeBuilders";
import { readWriteQuota } from "../callers/writeCounts";
import { limitsOfProject } from "./model";
import { presentQuota } from "./present";
import type { LimitView } from "./present";

export const list = projectQuery(async (ctx, _input: NoInput): Promise<LimitView[]> => {
  const writes = await readWriteQuota(ctx, ctx.key._id);
  return [...(writes === null ? [] : [presentQuota(writes, "key")]), ...(await limitsOfProject(ctx))];
});
