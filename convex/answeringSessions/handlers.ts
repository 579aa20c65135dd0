import { v } from "convex/values";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { withIds } from "../lib/publicIds";
import { newestFirst } from "./lists";
import { archiveAnsweringSession, createAnsweringSession, moveAnsweringSession } from "./model";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";
import type { StatusRequest } from "./requests";
import { answeringStatus } from "./schema";

/** Archived sessions are in the trash and not in this list. */
export const list = listOf({
  name: "answering-sessions",
  bounds: "usual",
  filters: { issueSessionId: v.optional(v.string()), status: v.optional(answeringStatus) },
  find: async (ctx, { issueSessionId, status }) => {
    const issueSession = issueSessionId === undefined ? null : await getOwn(ctx, "issueSessions", issueSessionId);
    const filters = { issueSessionId: issueSession?._id, status };
    return { range: newestFirst(ctx, ctx.project._id, filters), filters };
  },
  present: presentAnsweringSession,
});

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<AnsweringSessionView> {
  return presentAnsweringSession(await getOwn(ctx, "answeringSessions", id));
}

export async function create(
  ctx: WriteCtx,
  { issueSessionId }: { issueSessionId: string },
): Promise<AnsweringSessionView> {
  const issueSession = await getOwn(ctx, "issueSessions", issueSessionId);
  return presentAnsweringSession(await createAnsweringSession(ctx, issueSession));
}

export async function setStatus(
  ctx: WriteCtx,
  { id, status }: { id: string } & StatusRequest,
): Promise<AnsweringSessionView> {
  const session = await getOwn(ctx, "answeringSessions", id);
  return presentAnsweringSession(
    status === "archived"
      ? await archiveAnsweringSession(ctx, session, ctx.userId)
      : await moveAnsweringSession(ctx, session, status),
  );
}

export async function remove(ctx: WriteCtx, { id }: { id: string }) {
  const session = await getOwn(ctx, "answeringSessions", id);
  const { _id, status } = await archiveAnsweringSession(ctx, session, ctx.userId);
  return withIds("answeringSessions", _id, { status, deleted: true });
}
