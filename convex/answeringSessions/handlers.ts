import type { ReadCtx, WriteCtx } from "../callers/caller";
import { ownedDocument } from "../lib/named";
import { idsOf } from "../lib/publicIds";
import { archiveAnsweringSession, createAnsweringSession, moveAnsweringSession } from "./model";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";
import type { StatusRequest } from "./requests";

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<AnsweringSessionView> {
  return presentAnsweringSession(await ownedDocument(ctx, "answeringSessions", id));
}

export async function create(
  ctx: WriteCtx,
  { issueSessionId }: { issueSessionId: string },
): Promise<AnsweringSessionView> {
  const issueSession = await ownedDocument(ctx, "issueSessions", issueSessionId);
  return presentAnsweringSession(await createAnsweringSession(ctx, issueSession));
}

export async function setStatus(
  ctx: WriteCtx,
  { id, status }: { id: string } & StatusRequest,
): Promise<AnsweringSessionView> {
  const session = await ownedDocument(ctx, "answeringSessions", id);
  return presentAnsweringSession(
    status === "archived"
      ? await archiveAnsweringSession(ctx, session, ctx.userId)
      : await moveAnsweringSession(ctx, session, status),
  );
}

export async function remove(ctx: WriteCtx, { id }: { id: string }) {
  const session = await ownedDocument(ctx, "answeringSessions", id);
  const { _id, status } = await archiveAnsweringSession(ctx, session, ctx.userId);
  return { ...idsOf("answeringSessions", _id), status, deleted: true };
}
