// What a new run does while another run of the project with its conflict key is not over.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { apiError } from "../lib/errors";
import { publicId } from "../lib/publicIds";
import { runsWithConflictKey } from "../queue/places";
import { cancelRun } from "./lifecycle";

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
export async function settleConflict(
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
      for (const run of others) await cancelRun(ctx, run, { by, childrenEndLater: true });
      return null;
  }
}

/** The same where nobody waits for an answer: whether the new run gives way to one that is not over. */
export async function givesWay(ctx: MutationCtx, project: Doc<"projects">, rules: Rules): Promise<boolean> {
  const wanted = rules.onConflict === "reject" ? { ...rules, onConflict: "skip" as const } : rules;
  return (await settleConflict(ctx, project, wanted, systemActor)) !== null;
}
