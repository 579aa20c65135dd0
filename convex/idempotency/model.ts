import { makeFunctionReference } from "convex/server";
import type { Infer } from "convex/values";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { apiError, apiErrorOf } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { splitText } from "../lib/textLength";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";

const retentionMs = dayMs;
const sweptPerBatch = 200;

export const repeatable = v.object({ keyHash: v.string(), fingerprint: v.string() });
export type Repeatable = Infer<typeof repeatable>;

/** Keys are unique per owner: a project or, when it is undefined, the holders of the job runner's secret. */
type Owner = Id<"projects"> | undefined;

export type Answer = { kind: "done"; data: unknown } | { kind: "refused"; error: ApiErrorData };

/** Runs a mutation in a nested transaction: a refusal undoes its writes and keeps those around it. */
export async function attempt(ctx: MutationCtx, name: string, args: Record<string, unknown>): Promise<Answer> {
  try {
    return { kind: "done", data: await ctx.runMutation(makeFunctionReference<"mutation">(name), args) };
  } catch (thrown) {
    const error: ApiErrorData | null = apiErrorOf(thrown);
    if (error === null || !isKept(error)) throw thrown;
    return { kind: "refused", error };
  }
}

/** Only refusals by the resource are kept. A client can correct its request or its credential and try again. */
function isKept({ code }: ApiErrorData): boolean {
  return code === "NOT_FOUND" || code === "FORBIDDEN" || code === "CONFLICT";
}

/** An answer that is null cannot be repeated. Throws IDEMPOTENCY_MISMATCH when the key came with another request. */
export async function findAnswer(
  ctx: MutationCtx,
  projectId: Owner,
  request: Repeatable,
): Promise<{ kind: "first" } | { kind: "repeat"; answer: Answer | null }> {
  const kept = await ctx.db
    .query("idempotencyKeys")
    .withIndex("by_project_and_key", (q) => q.eq("projectId", projectId).eq("keyHash", request.keyHash))
    .unique();
  if (kept === null) return { kind: "first" };
  if (kept._creationTime <= Date.now() - retentionMs) {
    await ctx.db.delete("idempotencyKeys", kept._id);
    if (kept.partCount !== undefined) await clearPartsLater(ctx, kept._id);
    return { kind: "first" };
  }
  if (kept.fingerprint !== request.fingerprint) {
    throw apiError("IDEMPOTENCY_MISMATCH", "The Idempotency-Key was used with another request.");
  }
  return { kind: "repeat", answer: await answerOf(ctx, kept) };
}

async function answerOf(ctx: MutationCtx, kept: Doc<"idempotencyKeys">): Promise<Answer | null> {
  if (kept.answer === null) return null;
  if (kept.partCount === undefined) return JSON.parse(kept.answer) as Answer;
  const parts = await partsOfKey(ctx, kept._id).take(kept.partCount);
  return JSON.parse(parts.map(({ text }) => text).join("")) as Answer;
}

/** The answer as JSON, because documents cannot hold fields such as `_id`, which answers have. */
export async function saveAnswer(
  ctx: MutationCtx,
  projectId: Owner,
  request: Repeatable,
  answer: Answer | null,
): Promise<void> {
  const owner = omitNullish({ projectId });
  const row = { ...owner, ...request };
  const parts = answer === null ? [] : splitText(JSON.stringify(answer));
  if (parts.length <= 1) return void (await ctx.db.insert("idempotencyKeys", { ...row, answer: parts[0] ?? null }));
  const keyId = await ctx.db.insert("idempotencyKeys", { ...row, answer: "", partCount: parts.length });
  for (const [number, text] of parts.entries()) await ctx.db.insert("idempotencyParts", { keyId, number, text });
}

/** Deletes a batch of records that are no longer read. Returns whether there may be more. */
export async function sweepAnswers(ctx: MutationCtx): Promise<boolean> {
  const old = ctx.db
    .query("idempotencyKeys")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - retentionMs));
  const budget = batchBudget(sweptPerBatch);
  await removeWithin(budget, old, async ({ _id }) => {
    await removeParts(ctx, _id, budget);
    if (!isSpent(budget)) await ctx.db.delete("idempotencyKeys", _id);
  });
  return isSpent(budget);
}

/** Deletes one batch of the parts of a deleted key, and schedules the next batch if there is one. */
export async function clearParts(ctx: MutationCtx, keyId: Id<"idempotencyKeys">): Promise<void> {
  const budget = batchBudget(sweptPerBatch);
  await removeParts(ctx, keyId, budget);
  if (isSpent(budget)) await clearPartsLater(ctx, keyId);
}

async function clearPartsLater(ctx: MutationCtx, keyId: Id<"idempotencyKeys">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.idempotency.scheduled.clear, { keyId });
}

/** Deletes as many as this transaction has room for. */
export async function removeParts(ctx: MutationCtx, keyId: Id<"idempotencyKeys">, budget: BatchBudget): Promise<void> {
  await removeWithin(budget, partsOfKey(ctx, keyId), ({ _id }) => ctx.db.delete("idempotencyParts", _id));
}

function partsOfKey(ctx: MutationCtx, keyId: Id<"idempotencyKeys">) {
  return ctx.db.query("idempotencyParts").withIndex("by_key", (q) => q.eq("keyId", keyId));
}
