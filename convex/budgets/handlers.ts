// The operations that REST and the dashboard share.
import type { Doc } from "../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { withIds } from "../lib/publicIds";
import { createBudget, removeBudget, updateBudget } from "./model";
import { presentBudget } from "./present";
import type { BudgetView } from "./present";
import type { CreateRequest, UpdateRequest } from "./requests";

type Named = { id: string };

export const list = listOf({
  name: "budgets",
  bounds: "small",
  filters: {},
  find: ofProject("budgets"),
  present: (budget: Doc<"budgets">, ctx) => presentBudget(ctx, budget),
});

export async function get(ctx: ReadCtx, { id }: Named): Promise<BudgetView> {
  return await presentBudget(ctx, await getOwn(ctx, "budgets", id));
}

export async function create(ctx: WriteCtx, request: CreateRequest): Promise<BudgetView> {
  return await presentBudget(ctx, await createBudget(ctx, request));
}

export async function update(ctx: WriteCtx, { id, ...changes }: Named & UpdateRequest): Promise<BudgetView> {
  return await presentBudget(ctx, await updateBudget(ctx, await getOwn(ctx, "budgets", id), changes));
}

export async function remove(ctx: WriteCtx, { id }: Named) {
  const budget = await getOwn(ctx, "budgets", id);
  await removeBudget(ctx, budget);
  return withIds("budgets", budget._id, { deleted: true });
}
