// What a key may not do although its scopes allow it: a key that is bound to workflows starts and changes only their
// runs, chains, recurring tasks and budgets, and one for triggers only starts runs. What a request names is checked
// before its work, so that this is the first reason for a refusal, and what the work has changed is checked after it,
// whichever function has changed it.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { publicId, rowNamedBy } from "../lib/publicIds";
import { actionOf, tablesOfDomain } from "./auditedThings";
import type { AnyRow, Change } from "./observedWrites";
import { idsIn } from "./requestedIds";

type WorkflowIds = readonly Id<"workflows">[];

/** The functions that change anything for a key with the preset `trigger-only`. */
const triggeringFunctions: ReadonlySet<string> = new Set(["runs/endpoints:start", "runs/endpoints:startMany"]);

/** Throws SCOPE_DENIED when the key may not do this, or may not do it to what the request names. */
export async function requireWithinBounds(ctx: MutationCtx, key: Doc<"apiKeys">, input: unknown): Promise<void> {
  const { preset, workflowIds } = key;
  if (preset !== "trigger-only" && workflowIds === undefined) return;
  const { name } = await ctx.meta.getFunctionMetadata();
  requireCallable(key, name);
  if (workflowIds === undefined || typeof input !== "object" || input === null) return;
  const { domain } = actionOf(name);
  for (const id of idsIn(input)) requireOneOf(workflowIds, await workflowNamed(ctx, domain, id));
}

/** Throws SCOPE_DENIED when the key may not call a function that changes something. */
export function requireCallable({ preset }: Pick<Doc<"apiKeys">, "preset">, functionName: string): void {
  if (preset !== "trigger-only" || triggeringFunctions.has(functionName)) return;
  throw apiError("SCOPE_DENIED", "The API key was made with the preset trigger-only, so it can only start runs.");
}

/** Throws SCOPE_DENIED when a row of another workflow was changed. */
export async function requireChangesWithin(
  ctx: QueryCtx,
  workflowIds: WorkflowIds,
  changes: readonly Change[],
): Promise<void> {
  for (const { table, before, after } of changes) {
    if (table === "runs" && isTurn(before, after)) continue;
    for (const row of [before, after])
      if (row !== null) requireOneOf(workflowIds, await workflowOfRow(ctx, table, row));
  }
}

/** A limit that both share holds the run or lets it go: its turn, and nothing of its own. */
function isTurn(before: AnyRow | null, after: AnyRow | null): boolean {
  if (before === null || after === null) return false;
  return Object.keys({ ...before, ...after }).every(
    (field) => field === "hold" || field === "isPlaced" || before[field] === after[field],
  );
}

/** The workflow that something belongs to: null for none, and `several` for what concerns more than one. */
type Concerned = Id<"workflows"> | "several" | null;

/** Throws SCOPE_DENIED for a workflow that is not one of these. */
export function requireOneOf(workflowIds: WorkflowIds, workflowId: Concerned): void {
  if (workflowId === "several")
    throw apiError("SCOPE_DENIED", "The API key is bound to workflows, and this concerns others, too.");
  if (workflowId === null || workflowIds.includes(workflowId)) return;
  const other = publicId("workflows", workflowId);
  throw apiError("SCOPE_DENIED", `The API key is bound to other workflows than ${other}.`);
}

/** Null for what the request only refers to, such as the run of a new issue, and for what belongs to no workflow. */
async function workflowNamed(ctx: QueryCtx, domain: string, text: string): Promise<Concerned> {
  const named = rowNamedBy(ctx.db, text);
  if (named === null) return null;
  const { table, id } = named;
  const own: readonly string[] = tablesOfDomain(domain);
  // The domain of workflows itself is not bound: the scope `workflows:write` says who may change them.
  if (table === "workflows") return own.some(isBoundTable) ? workflowIn(ctx, id) : null;
  if (domain !== "trash" && !own.includes(table)) return null;
  const row = await rowOf(ctx, table, id);
  return row === null ? null : await workflowOfRow(ctx, table, row);
}

const boundTables = [
  "runs",
  "recurringTasks",
  "sprintChains",
  "workChains",
  "sandboxes",
  "runQuestions",
  "runFeedback",
  "budgets",
] as const;

function isBoundTable(table: string): table is (typeof boundTables)[number] {
  return boundTables.some((bound) => bound === table);
}

/** The workflow to which a row of any table belongs, by itself or by its run. */
async function workflowOfRow(ctx: QueryCtx, table: string, row: AnyRow): Promise<Concerned> {
  if (!isBoundTable(table)) return null;
  switch (table) {
    case "runs":
    case "sprintChains":
    case "workChains":
      return workflowIn(ctx, row["workflowId"]);
    case "recurringTasks":
      return workflowIn(ctx, row["targetWorkflowId"]);
    case "sandboxes":
    case "runQuestions":
    case "runFeedback": {
      const runId = typeof row["runId"] === "string" ? ctx.db.normalizeId("runs", row["runId"]) : null;
      return runId === null ? null : ((await ctx.db.get("runs", runId))?.workflowId ?? null);
    }
    // A budget stops the runs of its scope.
    case "budgets":
      return (await workflowOfScope(ctx, row)) ?? "several";
  }
}

/** The tables of what budgets are for, where these belong to a workflow. */
const scopeTables = {
  recurringTask: "recurringTasks",
  sprintChain: "sprintChains",
  workChain: "workChains",
  run: "runs",
} as const;

/** Null for the whole project, and for what does not exist any more. */
async function workflowOfScope(ctx: QueryCtx, { scopeType, scopeId }: AnyRow): Promise<Concerned> {
  if (scopeType === "workflow") return workflowIn(ctx, scopeId);
  const table = Object.entries(scopeTables).find(([type]) => type === scopeType)?.[1];
  if (table === undefined || typeof scopeId !== "string") return null;
  const id = ctx.db.normalizeId(table, scopeId);
  const row = id === null ? null : await rowOf(ctx, table, id);
  return row === null ? null : await workflowOfRow(ctx, table, row);
}

/** The types of the database have one overload for each table. */
async function rowOf(ctx: QueryCtx, table: string, id: string): Promise<AnyRow | null> {
  const reader = ctx.db as unknown as { get(table: string, id: string): Promise<AnyRow | null> };
  return await reader.get(table, id);
}

function workflowIn({ db }: QueryCtx, id: unknown): Id<"workflows"> | null {
  return typeof id === "string" ? db.normalizeId("workflows", id) : null;
}
