// What a budget is for, in requests and answers by the public id and in rows by the id of the document.
import type { Doc } from "../_generated/dataModel";
import type { ReadCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { publicIdOfRow } from "../lib/publicIds";
import type { RunScope } from "../lib/sharedValues";
import type { ScopeRequest } from "./requests";

const tables = {
  workflow: "workflows",
  recurringTask: "recurringTasks",
  sprintChain: "sprintChains",
  workChain: "workChains",
  run: "runs",
} as const;

/** Throws NOT_FOUND and FORBIDDEN. */
export async function readScope(
  ctx: ReadCtx,
  { type, id }: ScopeRequest,
): Promise<{ scopeType: RunScope; scopeId?: string }> {
  if (type === "project" || id == null) return { scopeType: "project" };
  return { scopeType: type, scopeId: (await getOwn(ctx, tables[type], id))._id };
}

export interface ScopeView {
  type: RunScope;
  /** Null for the whole project. */
  id: string | null;
}

export function presentScope({ scopeType, scopeId }: Doc<"budgets">): ScopeView {
  if (scopeType === "project" || scopeId === undefined) return { type: "project", id: null };
  return { type: scopeType, id: publicIdOfRow(tables[scopeType], scopeId) };
}
