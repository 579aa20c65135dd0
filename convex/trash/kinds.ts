// Finds the functions that restore or purge (delete for good) each type of document in the trash.
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import type { Caller } from "../callers/caller";
import { getOwnOrTrashed } from "../lib/getDocument";
import { tableByTrashType } from "../lib/trashTypes";
import type { TrashType } from "../lib/trashTypes";
import type { TrashedDoc } from "../lib/trash";
import { purgeAnsweringSession, restoreAnsweringSession } from "../answeringSessions/model";
import { purgeContext, restoreContext } from "../assets/removal";
import { purgeIssueSession, restoreIssueSession } from "../issueSessions/model";
import { purgeLearning, restoreLearning } from "../learnings/model";
import { purgeRun, restoreRun } from "../runs/trash";
import { purgeSandbox, restoreSandbox } from "../sandboxes/model";
import { purgeWorkflow, restoreWorkflow } from "../workflows/model";

type Ctx = MutationCtx & Pick<Caller, "project" | "actor">;

/** Restoring and purging throw NOT_FOUND, FORBIDDEN, and CONFLICT for a document that is not in the trash. */
interface TrashKind {
  restore(ctx: Ctx, entityId: string): Promise<void>;
  purge(ctx: Ctx, entityId: string): Promise<void>;
}

function kind<Type extends TrashType>(
  type: Type,
  restore: (ctx: MutationCtx, document: TrashedDoc<Type>, by: Actor) => Promise<void>,
  purge: (ctx: MutationCtx, document: TrashedDoc<Type>) => Promise<void>,
): TrashKind {
  return {
    restore: async (ctx, entityId) =>
      await restore(ctx, await getOwnOrTrashed(ctx, tableByTrashType[type], entityId), ctx.actor),
    purge: async (ctx, entityId) => await purge(ctx, await getOwnOrTrashed(ctx, tableByTrashType[type], entityId)),
  };
}

export const trashKinds: Readonly<Record<TrashType, TrashKind>> = {
  run: kind("run", restoreRun, purgeRun),
  sandbox: kind("sandbox", restoreSandbox, purgeSandbox),
  workflow: kind("workflow", restoreWorkflow, purgeWorkflow),
  learning: kind("learning", restoreLearning, purgeLearning),
  issueSession: kind("issueSession", restoreIssueSession, purgeIssueSession),
  answeringSession: kind("answeringSession", restoreAnsweringSession, purgeAnsweringSession),
  context: kind("context", restoreContext, purgeContext),
};

export function isTrashType(text: string): text is TrashType {
  return Object.hasOwn(trashKinds, text);
}
