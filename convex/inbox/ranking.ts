// Gives the items of 0.1.0 their rank.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { documentId } from "../lib/publicIds";
import { countKind } from "./counts";
import { rankOf } from "./rank";

export async function rankItem(ctx: MutationCtx, item: Doc<"inboxItems">): Promise<void> {
  if (item.rank !== undefined) return;
  const dueMs = await deadlineOf(ctx, item);
  await ctx.db.patch("inboxItems", item._id, { rank: rankOf({ ...item, dueMs }), ...omitNullish({ dueMs }) });
  if (!item.isInTrash) await countKind(ctx, item.projectId, item.kind);
}

async function deadlineOf(ctx: MutationCtx, { kind, subjectId }: Doc<"inboxItems">): Promise<number | undefined> {
  if (kind !== "run_question") return undefined;
  const question = await ctx.db.get("runQuestions", documentId(ctx, "runQuestions", subjectId));
  return question?.deadlineMs;
}
