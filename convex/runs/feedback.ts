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
/** As many of the longest texts fit, where a character is a byte. What does not fit waits for the next round. */
const maxBytesOfRound = 3_000_000;

/** The kinds that begin a round by themselves. What a person says here does not. */
function namedKinds({ checks, reviews, conflicts }: FollowUp): Item["kind"][] {
  const kinds: Item["kind"][] = [];
  if (checks) kinds.push("check");
  if (reviews) kinds.push("review", "comment");
  if (conflicts) kinds.push("conflict");
  return kinds;
}

export function isNamed(rule: FollowUp, kind: Item["kind"]): boolean {
  return namedKinds(rule).includes(kind);
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
export async function hasUnaddressed(ctx: QueryCtx, runId: Id<"runs">, rule: FollowUp): Promise<boolean> {
  const firsts = namedKinds(rule).map((kind) => openOfKind(ctx, runId, kind, "untried").first());
  return (await Promise.all(firsts)).some((item) => item !== null);
}

/**
 * What a round is given that begins by itself: first what it begins for, and then, as far as there is room, what
 * earlier rounds have failed at and what people have said here.
 */
export async function chooseForRound(ctx: QueryCtx, runId: Id<"runs">, rule: FollowUp): Promise<Item[]> {
  const named = namedKinds(rule);
  const budget = { rows: maxItemsOfRound, bytes: maxBytesOfRound };
  const chosen: Item[] = [];
  const take = async (kind: Item["kind"], which: "untried" | "tried") =>
    void chosen.push(...(await takeWithin(budget, openOfKind(ctx, runId, kind, which))));
  for (const kind of named) await take(kind, "untried");
  for (const kind of named) await take(kind, "tried");
  for (const which of ["untried", "tried"] as const) await take("person", which);
  return chosen.toSorted((one, other) => one._creationTime - other._creationTime);
}

function openOfKind(ctx: QueryCtx, runId: Id<"runs">, kind: Item["kind"], which: "untried" | "tried") {
  return ctx.db.query("runFeedback").withIndex("by_kind", (q) => {
    const some = q.eq("runId", runId).eq("status", "open").eq("isTrusted", true).eq("kind", kind);
    return which === "untried" ? some.eq("triedRevision", undefined) : some.gt("triedRevision", undefined);
  });
}

/** A round is given these items. Whatever became of them before, they are open until the round has handled them. */
export async function assignToRound(ctx: MutationCtx, items: readonly Item[]): Promise<Doc<"runRounds">["feedback"]> {
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
