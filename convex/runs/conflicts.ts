// What a new run does while another run of the project with its conflict key is not over.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { apiError } from "../lib/errors";
import { publicId } from "../lib/publicIds";
import { workWithinBudget } from "../lib/transactionBudget";
import { maxWithKey, entriesWithKey, runsWithConflictKey } from "../queue/entries";
import { blockConflictKey, unblockConflictKey } from "../queue/setting";
import type { BlockedConflictKey } from "../queue/setting";
import { cancelRun } from "./lifecycle";
import { isFinal } from "./status";

type Run = Doc<"runs">;
export type Rules = Pick<Run, "priority" | "conflictKey" | "onConflict">;
type GivenRules = { [Name in keyof Rules]?: Rules[Name] | null | undefined };

/** The rules of a new run: its own, or those of what starts it, or those of its workflow. */
export function rulesOf(...given: GivenRules[]): Rules {
  const rules: Rules = {};
  for (const { priority, conflictKey, onConflict } of given) {
    if (priority != null) rules.priority ??= priority;
    if (conflictKey != null) rules.conflictKey ??= conflictKey;
    if (onConflict != null) rules.onConflict ??= onConflict;
  }
  return rules;
}

/**
 * Returns the run that is not over, when the new one must be skipped for it. Null when the new one may be made. Throws
 * CONFLICT when the rule is `reject`.
 */
export async function applyConflictRule(
  ctx: MutationCtx,
  project: Doc<"projects">,
  { conflictKey, onConflict = "queue" }: Rules,
  by: Actor,
): Promise<Run | null> {
  if (conflictKey === undefined || onConflict === "queue") return null;
  const others = await runsWithConflictKey(ctx, project._id, conflictKey);
  const [first] = others;
  if (first === undefined) return null;
  switch (onConflict) {
    case "skip":
      return first;
    case "reject":
      throw apiError("CONFLICT", `The run ${publicId("runs", first._id)} has this conflict key and is not over.`);
    case "cancelPrevious":
      // No other one begins meanwhile, and the new run goes when all are cancelled.
      if (others.length === maxWithKey) await cancelAllLater(ctx, project._id, conflictKey, by);
      for (const run of others) await cancelRun(ctx, run, { by, childrenEndLater: true });
      return null;
  }
}

async function cancelAllLater(ctx: MutationCtx, projectId: Id<"projects">, conflictKey: string, by: Actor) {
  const closing = await blockConflictKey(ctx, projectId, conflictKey);
  if (closing !== null) await ctx.scheduler.runAfter(0, internal.runs.scheduled.cancelPrevious, { ...closing, by });
}

/** Cancels as many as this transaction has room for. Returns whether there may be more. */
export async function cancelPrevious(ctx: MutationCtx, closing: BlockedConflictKey, by: Actor): Promise<boolean> {
  const progress = await workWithinBudget(ctx, entriesWithKey(ctx, closing), async ({ runId }) => {
    const run = await ctx.db.get("runs", runId);
    if (run !== null && !isFinal(run.status)) await cancelRun(ctx, run, { by, childrenEndLater: true });
  });
  if (progress === "done") await unblockConflictKey(ctx, closing);
  return progress === "more";
}

/** The same where nobody waits for an answer: whether the new run gives way to one that is not over. */
export async function givesWay(ctx: MutationCtx, project: Doc<"projects">, rules: Rules): Promise<boolean> {
  const wanted = rules.onConflict === "reject" ? { ...rules, onConflict: "skip" as const } : rules;
  return (await applyConflictRule(ctx, project, wanted, systemActor)) !== null;
}
