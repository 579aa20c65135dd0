// The feedback of a run, as the run itself needs it: what is open, what a round is given, and what it has handled. The
// rest is in feedback/, of which this folder imports nothing.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { FollowUp } from "../lib/followUp";
import { takeWithin } from "../lib/batchBudget";
import { findRound } from "./roundRows";

type Run = Doc<"runs">;
type Item = Doc<"runFeedback">;

/** A round can be given as many as a request can name. */
export const maxItemsOfRound = 100;
const maxBytesOfRound = 2_000_000;

/** Whether the rule names the kind. What a person says here begins no round by itself. */
export function isNamed({ checks, reviews, conflicts }: FollowUp, kind: Item["kind"]): boolean {
  switch (kind) {
    case "check":
      return checks;
    case "review":
    case "comment":
      return reviews;
    case "conflict":
      return conflicts;
    case "person":
      return false;
  }
}

function openAndTrusted(ctx: QueryCtx, runId: Id<"runs">) {
  return ctx.db
    .query("runFeedback")
    .withIndex("by_trust", (q) => q.eq("runId", runId).eq("status", "open").eq("isTrusted", true));
}

/** The open trusted items, the oldest first: as many as a round can be given. */
export async function openTrusted(ctx: QueryCtx, runId: Id<"runs">): Promise<Item[]> {
  return await takeWithin({ rows: maxItemsOfRound, bytes: maxBytesOfRound }, openAndTrusted(ctx, runId));
}

export async function hasOpenTrusted(ctx: QueryCtx, runId: Id<"runs">): Promise<boolean> {
  return (await openAndTrusted(ctx, runId).first()) !== null;
}

/** Whether something is open that the rule names, and that no round has been given as it is now. */
export async function hasUntried(ctx: QueryCtx, runId: Id<"runs">, rule: FollowUp): Promise<boolean> {
  const found = await takeWithin({ rows: 500, bytes: maxBytesOfRound }, openAndTrusted(ctx, runId).order("desc"));
  return found.some((item) => isNamed(rule, item.kind) && item.triedRevision !== item.revision);
}

/** A round is given these items. Whatever became of them before, they are open until the round has handled them. */
export async function giveToRound(ctx: MutationCtx, items: readonly Item[]): Promise<Doc<"runRounds">["feedback"]> {
  for (const { _id, revision } of items)
    await ctx.db.patch("runFeedback", _id, { status: "open", triedRevision: revision });
  return items.map(({ _id: feedbackId, revision }) => ({ feedbackId, revision }));
}

/** The round has completed. What has changed since the round was given it, and what somebody has ended, stays so. */
export async function markHandled(ctx: MutationCtx, run: Run): Promise<void> {
  const given = await findRound(ctx, run);
  if (given === null) return;
  for (const { feedbackId, revision } of given.feedback) {
    const item = await ctx.db.get("runFeedback", feedbackId);
    if (item?.status !== "open" || item.revision !== revision) continue;
    await ctx.db.patch("runFeedback", feedbackId, { status: "handled", round: given.round });
  }
}
