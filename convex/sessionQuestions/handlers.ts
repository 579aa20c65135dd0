import type { WriteCtx } from "../callers/caller";
import { ownedDocument } from "../lib/named";
import { changeAssumption, reviewQuestion } from "./model";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";
import type { ReviewRequest } from "./requests";

export async function review(ctx: WriteCtx, { id, ...request }: { id: string } & ReviewRequest): Promise<QuestionView> {
  const question = await ownedDocument(ctx, "sessionQuestions", id);
  return await presentQuestion(ctx, await reviewQuestion(ctx, question, request, ctx.userId));
}

export async function assume(
  ctx: WriteCtx,
  { id, assumption }: { id: string; assumption: string },
): Promise<QuestionView> {
  const question = await ownedDocument(ctx, "sessionQuestions", id);
  return await presentQuestion(ctx, await changeAssumption(ctx, question, assumption));
}
