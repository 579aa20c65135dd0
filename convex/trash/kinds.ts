// Finds the functions that restore or purge (delete for good) each type of document in the trash.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { documentInOrOutOfTrash } from "../lib/named";
import type { OwnedName } from "../lib/named";
import type { TableOf } from "../lib/publicIds";
import { purgeAnsweringSession, restoreAnsweringSession } from "../answeringSessions/model";
import { purgeContext, restoreContext } from "../assets/removal";
import { purgeIssueSession, restoreIssueSession } from "../issueSessions/model";
import { purgeLearning, restoreLearning } from "../learnings/model";
import { purgeRun, restoreRun } from "../runs/trash";
import { purgeSandbox, restoreSandbox } from "../sandboxes/model";
import { purgeWorkflow, restoreWorkflow } from "../workflows/model";
import type { TrashType } from "./schema";

type Ctx = MutationCtx & { project: Doc<"projects"> };

/**
 * Both functions throw NOT_FOUND for an unknown document, FORBIDDEN for one of another project, and CONFLICT for one
 * that is not in the trash.
 */
interface TrashKind {
  restore(ctx: Ctx, entityId: string): Promise<void>;
  purge(ctx: Ctx, entityId: string): Promise<void>;
}

function kind<Name extends OwnedName>(
  name: Name,
  restore: (ctx: MutationCtx, document: Doc<TableOf<Name>>) => Promise<void>,
  purge: (ctx: MutationCtx, document: Doc<TableOf<Name>>) => Promise<void>,
): TrashKind {
  return {
    restore: async (ctx, entityId) => await restore(ctx, await documentInOrOutOfTrash(ctx, name, entityId)),
    purge: async (ctx, entityId) => await purge(ctx, await documentInOrOutOfTrash(ctx, name, entityId)),
  };
}

export const trashKinds: Readonly<Record<TrashType, TrashKind>> = {
  run: kind("runs", restoreRun, purgeRun),
  sandbox: kind("sandboxes", restoreSandbox, purgeSandbox),
  workflow: kind("workflows", restoreWorkflow, purgeWorkflow),
  learning: kind("learnings", restoreLearning, purgeLearning),
  issueSession: kind("issueSessions", restoreIssueSession, purgeIssueSession),
  answeringSession: kind("answeringSessions", restoreAnsweringSession, purgeAnsweringSession),
  context: kind("contexts", restoreContext, purgeContext),
};

export function isTrashType(text: string): text is TrashType {
  return Object.hasOwn(trashKinds, text);
}
