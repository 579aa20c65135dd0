// What an operator of the deployment watches of the product. The embedded deployment asks for it when its metrics are
// read.
import { internalQuery } from "../_generated/server";
import { budgetMetrics } from "../budgets/metrics";
import { jobMetrics } from "../jobs/metrics";
import type { Metric } from "../lib/metrics";
import { queueMetrics } from "../waitingRuns/metrics";
import { webhookMetrics } from "../webhooks/metrics";

export const metrics = internalQuery({
  args: {},
  handler: async (ctx): Promise<Metric[]> =>
    (await Promise.all([jobMetrics(ctx), queueMetrics(ctx), webhookMetrics(ctx), budgetMetrics(ctx)])).flat(),
});
