// The words of budgets. Pure.
import { runScopes } from "../lib/sharedValues";

export const budgetScopes = runScopes;
export const budgetPeriods = ["day", "week", "month", "total"] as const;
export const budgetActions = ["notify", "pause", "cancel"] as const;

export type BudgetPeriod = (typeof budgetPeriods)[number];
export type BudgetAction = (typeof budgetActions)[number];
