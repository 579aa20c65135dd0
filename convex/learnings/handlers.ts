import { v } from "convex/values";
import { listOf } from "../callers/lists";
import { getManyOwn } from "../lib/getManyOwn";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { omitNullish } from "../lib/omitNullish";
import { getOwnOrTrashed, getOrThrow, getOwn } from "../lib/getDocument";
import { newestFirstBy } from "../lib/newestFirst";
import { idsOfAll, withIds } from "../lib/publicIds";
import { compileApproved } from "./approved";
import type { CompiledApproved } from "./approved";
import { readCounts } from "./counts";
import { createLearnings, discardLearnings, purgeLearning, restoreLearning, setStatus, updateContent } from "./model";
import { presentLearning } from "./present";
import type { LearningView } from "./present";
import type { CreateRequest, PreviewRequest, UpdateContentRequest } from "./requests";
import type { LearningReview } from "./schema";
import type { Counts } from "./stats";

type One = { learningId: string };
type Many = { learningIds: string[] };

export const listOfSandbox = listOf({
  name: "learnings/by-sandbox",
  bounds: "usual",
  filters: { sandboxId: v.string() },
  find: async (ctx, asked) => {
    const { _id: sandboxId } = await getOwn(ctx, "sandboxes", asked.sandboxId);
    return {
      range: newestFirstBy(ctx, "learnings", "by_sandbox", { sandboxId, deletedAtMs: undefined }),
      filters: { sandboxId },
    };
  },
  present: presentLearning,
});

export async function stats(ctx: ReadCtx): Promise<Counts> {
  return await readCounts(ctx, ctx.project._id);
}

export async function preview(
  ctx: ReadCtx,
  { roleType }: PreviewRequest,
): Promise<CompiledApproved & { roleType?: string }> {
  const compiled = await compileApproved(ctx, ctx.project._id, roleType);
  return { ...compiled, ...omitNullish({ roleType }) };
}

export async function create(ctx: WriteCtx, content: CreateRequest): Promise<LearningView> {
  const [id] = await createLearnings(ctx, [{ projectId: ctx.project._id, content, origin: {} }]);
  if (id === undefined) throw new Error("The learning was not created.");
  return presentLearning(await getOrThrow(ctx, "learnings", id));
}

export async function updateStatus(
  ctx: WriteCtx,
  { learningId, status }: One & { status: LearningReview },
): Promise<LearningView> {
  const learning = await getOwn(ctx, "learnings", learningId);
  await setStatus(ctx, ctx.project._id, [learning], status);
  return presentLearning(await getOrThrow(ctx, "learnings", learning._id));
}

export async function update(ctx: WriteCtx, { learningId, ...changes }: UpdateContentRequest): Promise<LearningView> {
  return presentLearning(await updateContent(ctx, await getOwn(ctx, "learnings", learningId), changes));
}

export async function remove(ctx: WriteCtx, { learningId }: One) {
  const learning = await getOwn(ctx, "learnings", learningId);
  await discardLearnings(ctx, ctx.project._id, [learning], ctx.userId);
  return withIds("learnings", learning._id, { deleted: true });
}

export async function restore(ctx: WriteCtx, { learningId }: One): Promise<LearningView> {
  const learning = await getOwnOrTrashed(ctx, "learnings", learningId);
  await restoreLearning(ctx, learning);
  return presentLearning(learning);
}

export async function purge(ctx: WriteCtx, { learningId }: One) {
  const learning = await getOwnOrTrashed(ctx, "learnings", learningId);
  await purgeLearning(ctx, learning);
  return withIds("learnings", learning._id, { deleted: true });
}

export async function updateStatusOfMany(ctx: WriteCtx, { learningIds, status }: Many & { status: LearningReview }) {
  const learnings = await getManyOwn(ctx, "learnings", { field: "learningIds", ids: learningIds });
  await setStatus(ctx, ctx.project._id, learnings, status);
  return { ...idsOfAll("learnings", learnings), status };
}

export async function removeMany(ctx: WriteCtx, { learningIds }: Many) {
  const learnings = await getManyOwn(ctx, "learnings", { field: "learningIds", ids: learningIds });
  await discardLearnings(ctx, ctx.project._id, learnings, ctx.userId);
  return { ...idsOfAll("learnings", learnings), deleted: true };
}
