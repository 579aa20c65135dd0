import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { getOrThrow, getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { shortTitle } from "../lib/textLength";
import { purgeFromTrash, moveToTrash, restoreFromTrash } from "../lib/trash";
import { updateLearningCounts } from "./counts";
import type { CreateRequest, UpdateContentRequest } from "./requests";
import { reindexRoles } from "./roles";
import type { LearningReview } from "./schema";
import { searchTextOfLearning } from "./search";

export interface NewLearning {
  projectId: Id<"projects">;
  content: CreateRequest;
  origin: Pick<Doc<"learnings">, "sandboxId" | "runId">;
}

/** Creates learnings and returns their ids in the same order. */
export async function createLearnings(ctx: MutationCtx, learnings: readonly NewLearning[]): Promise<Id<"learnings">[]> {
  const now = Date.now();
  const rows = learnings.map(({ projectId, content, origin }) => ({
    projectId,
    ...fieldsOf(content),
    ...origin,
    status: "pending" as const,
    correctedAtMs: now,
    updatedAtMs: now,
  }));
  const ids: Id<"learnings">[] = [];
  for (const row of rows) ids.push(await ctx.db.insert("learnings", row));
  for (const projectId of new Set(rows.map((row) => row.projectId))) {
    await updateLearningCounts(ctx, projectId, {
      before: [],
      after: rows.filter((row) => row.projectId === projectId),
    });
  }
  return ids;
}

function fieldsOf({ description, trigger, correctBehavior, severity, category, applicableRoles }: CreateRequest) {
  const texts = {
    description,
    ...omitNullish({ trigger, correctBehavior }),
  };
  return {
    ...texts,
    searchText: searchTextOfLearning(texts),
    applicableRoles: rolesOf(applicableRoles),
    ...omitNullish({ severity, category }),
  };
}

function rolesOf(roles: readonly string[] | null | undefined): string[] {
  return [...new Set(roles)];
}

/** Changes the texts of a learning. The status does not change, and neither do versions that were compiled earlier. */
export async function updateContent(
  ctx: MutationCtx,
  learning: Doc<"learnings">,
  changes: Omit<UpdateContentRequest, "learningId">,
): Promise<Doc<"learnings">> {
  const { description, trigger, correctBehavior, severity, category, applicableRoles } = changes;
  const now = Date.now();
  const texts = patchFrom({ description, trigger, correctBehavior });
  await ctx.db.patch("learnings", learning._id, {
    updatedAtMs: now,
    correctedAtMs: now,
    ...texts,
    searchText: searchTextOfLearning({ ...learning, ...texts }),
    ...patchFrom({ severity, category }),
    ...omitNullish({ applicableRoles: applicableRoles === undefined ? undefined : rolesOf(applicableRoles) }),
  });
  const changed = await getOrThrow(ctx, "learnings", learning._id);
  await reindexRoles(ctx, learning, changed);
  await updateLearningCounts(ctx, learning.projectId, { before: [learning], after: [changed] });
  return changed;
}

/** Sets the status of learnings of one project. Any status can follow any other. */
export async function setStatus(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  learnings: readonly Doc<"learnings">[],
  status: LearningReview,
): Promise<void> {
  const change = { status, updatedAtMs: Date.now() };
  for (const learning of learnings) {
    await ctx.db.patch("learnings", learning._id, change);
    await reindexRoles(ctx, learning, { ...learning, status });
  }
  await updateLearningCounts(ctx, projectId, {
    before: learnings,
    after: learnings.map((learning) => ({ ...learning, status })),
  });
}

export async function discardLearnings(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  learnings: readonly Doc<"learnings">[],
  by: Id<"users">,
): Promise<void> {
  for (const learning of learnings) {
    await moveToTrash(ctx, "learning", learning, { name: shortTitle(learning.description), by });
    await reindexRoles(ctx, learning, { ...learning, deletedAtMs: Date.now() });
  }
  await updateLearningCounts(ctx, projectId, { before: learnings, after: [] });
}

/** Takes a learning out of the trash. Throws CONFLICT when it is not in the trash. */
export async function restoreLearning(ctx: MutationCtx, learning: Doc<"learnings">): Promise<void> {
  await restoreFromTrash(ctx, "learning", learning);
  const { deletedAtMs: _, ...restored } = learning;
  await reindexRoles(ctx, learning, restored);
  await updateLearningCounts(ctx, learning.projectId, { before: [], after: [learning] });
}

/** Throws CONFLICT when the learning is not in the trash. Versions that were compiled with it keep its text. */
export async function purgeLearning(ctx: MutationCtx, learning: Doc<"learnings">): Promise<void> {
  await purgeFromTrash(ctx, "learning", learning);
}

/** Returns the run in which something was learned. It must belong to the same project as the sandbox. */
export async function getRunOfSameProject(
  ctx: QueryCtx,
  sandbox: Doc<"sandboxes">,
  runId: string,
): Promise<Doc<"runs">> {
  const run = await getForRunner(ctx, "runs", runId, "visited");
  if (run.projectId === sandbox.projectId) return run;
  throw apiError(
    "FORBIDDEN",
    `The run ${runId} does not belong to the project of ${publicId("sandboxes", sandbox._id)}.`,
  );
}
