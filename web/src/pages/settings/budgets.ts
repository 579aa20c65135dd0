// The words of budgets. Pure.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { budgetPeriods, budgetScopes } from "#convex/budgets/values";
import type { BudgetAction, BudgetPeriod } from "#convex/budgets/values";

export type Budget = FunctionReturnType<typeof api.budgets.dashboard.list>["page"][number];
export type ScopeType = Budget["scope"]["type"];

export const states = {
  ok: { status: "success", label: "Within the limit" },
  warning: { status: "waiting", label: "Warning" },
  reached: { status: "failed", label: "Reached" },
} as const satisfies Record<Budget["state"], { status: string; label: string }>;

export const periodTexts: Record<BudgetPeriod, string> = {
  day: "Each day",
  week: "Each week",
  month: "Each month",
  total: "Once, in total",
};

const scopeTexts: Record<ScopeType, string> = {
  project: "All runs of the project",
  workflow: "A workflow",
  recurringTask: "A recurring task",
  sprintChain: "A sprint chain",
  workChain: "A work chain",
  run: "One run",
};

/** What happens at the limit. */
const actionTexts: Record<BudgetAction, string> = {
  notify: "Runs continue",
  pause: "Runs are paused",
  cancel: "Runs are cancelled",
};

/** What a budget does, or will do. */
export function consequenceText({ action, state }: Pick<Budget, "action" | "state">): string {
  if (state !== "reached" || action === "notify") return actionTexts[action];
  return action === "pause" ? "Active runs are paused, others wait" : "Active runs are cancelled, others wait";
}

export const periodChoices = budgetPeriods.map((value) => ({ value, label: periodTexts[value] }));
export const scopeChoices = budgetScopes.map((value) => ({ value, label: scopeTexts[value] }));
export const actionChoices = [
  { value: "notify", label: "Tell people; runs continue" },
  { value: "pause", label: "Pause its runs, and let others wait" },
  { value: "cancel", label: "Cancel its runs, and let others wait" },
] satisfies { value: BudgetAction; label: string }[];
