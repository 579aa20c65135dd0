// What an operator of the deployment watches of the product. The embedded deployment asks for it when its metrics are
// read.
import { internalQuery } from "../_generated/server";
import { budgetFigures } from "../budgets/figures";
import { jobFigures } from "../jobs/figures";
import type { Figure } from "../lib/figures";
import { queueFigures } from "../waitingRuns/figures";
import { webhookFigures } from "../webhooks/figures";

export const figures = internalQuery({
  args: {},
  handler: async (ctx): Promise<Figure[]> =>
    (await Promise.all([jobFigures(ctx), queueFigures(ctx), webhookFigures(ctx), budgetFigures(ctx)])).flat(),
});
