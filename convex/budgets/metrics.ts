import type { QueryCtx } from "../_generated/server";
import { samplesBy } from "../lib/metrics";
import type { Metric } from "../lib/metrics";
import { publicId } from "../lib/publicIds";
import { spentOf } from "./counting";
import { stateOf } from "./present";

/** No more budgets are read, the oldest first: each has up to 16 rows. */
const maxBudgetsRead = 50;

const states = ["ok", "warning", "reached"] as const;

/** What budgets have spent of what, by their ids: names belong to their projects. */
export async function budgetMetrics(ctx: QueryCtx): Promise<Metric[]> {
  const rows = await ctx.db.query("budgets").take(maxBudgetsRead);
  const budgets = await Promise.all(rows.map(async (row) => ({ row, spent: await spentOf(ctx, row) })));
  const samplesOf = (microUsd: (budget: (typeof budgets)[number]) => number) =>
    budgets.map((budget) => ({
      labels: { budget: publicId("budgets", budget.row._id) },
      value: microUsd(budget) / 1_000_000,
    }));
  const first = `the first ${maxBudgetsRead} budgets`;
  return [
    {
      name: "switchyard_budgets",
      help: `Budgets by state, of ${first}.`,
      samples: samplesBy(
        "state",
        states,
        budgets.map(({ row, spent }) => stateOf(row, spent)),
      ),
    },
    {
      name: "switchyard_budget_spent_usd",
      help: `What was spent in the present period of ${first}.`,
      samples: samplesOf(({ spent }) => spent),
    },
    {
      name: "switchyard_budget_limit_usd",
      help: `The limits of ${first}.`,
      samples: samplesOf(({ row }) => row.limitMicroUsd),
    },
  ];
}
