import { makeFunctionReference } from "convex/server";
import type { Infer } from "convex/values";
import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError, refusalOf } from "../api/errors";
import type { ApiErrorData } from "../api/errors";
import { isFull, removeInto, roomFor } from "../lib/room";

const retentionMs = 24 * 60 * 60 * 1000;
const sweptPerBatch = 200;

export const repeatable = v.object({ keyHash: v.string(), fingerprint: v.string() });
export type Repeatable = Infer<typeof repeatable>;

/** Who must not use a key for two things: a project, or, where it is undefined, the job runner. */
type Owner = Id<"projects"> | undefined;

export type Answer = { kind: "done"; data: unknown } | { kind: "refused"; error: ApiErrorData };

/**
 * Runs the mutation of this name in a transaction of its own within this one: a refusal undoes its writes and leaves those
 * around it.
 */
export async function attempt(ctx: MutationCtx, name: string, args: Record<string, unknown>): Promise<Answer> {
  try {
    return { kind: "done", data: await ctx.runMutation(makeFunctionReference<"mutation">(name), args) };
  } catch (thrown) {
    const error: ApiErrorData | null = refusalOf(thrown);
    if (error === null || !isKept(error)) throw thrown;
    return { kind: "refused", error };
  }
}

/** Only refusals by the resource are kept: what is wrong with a request or its credential can be put right. */
function isKept({ code }: ApiErrorData): boolean {
  return code === "NOT_FOUND" || code === "FORBIDDEN" || code === "CONFLICT";
}

/** A null answer cannot be given again. Throws IDEMPOTENCY_MISMATCH when the key came with another request. */
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
    return { kind: "first" };
  }
  if (kept.fingerprint !== request.fingerprint) {
    throw apiError("IDEMPOTENCY_MISMATCH", "The Idempotency-Key was used with another request.");
  }
  return { kind: "repeat", answer: kept.answer === null ? null : (JSON.parse(kept.answer) as Answer) };
}

/** As JSON: answers have fields such as `_id`, which documents cannot have inside. */
export async function keepAnswer(
  ctx: MutationCtx,
  projectId: Owner,
  request: Repeatable,
  answer: Answer | null,
): Promise<void> {
  const text = answer === null ? null : JSON.stringify(answer);
  const owner = projectId === undefined ? {} : { projectId };
  await ctx.db.insert("idempotencyKeys", { ...owner, ...request, answer: text });
}

/** Removes a batch of what is no longer read. Whether there may be more. */
export async function sweepAnswers(ctx: MutationCtx): Promise<boolean> {
  const old = ctx.db
    .query("idempotencyKeys")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - retentionMs));
  const room = roomFor(sweptPerBatch);
  await removeInto(room, old, ({ _id }) => ctx.db.delete("idempotencyKeys", _id));
  return isFull(room);
}
