import type { WriteCtx } from "../callers/caller";
import { withIds } from "../lib/publicIds";
import { isoTimeOrNull } from "../lib/times";
import { startProjectDeletion } from "./deletion";
import { updateProject } from "./model";
import { presentProject } from "./present";
import type { ProjectView } from "./present";
import type { ProjectUpdate } from "./requests";
import type { DeletedBy } from "./schema";

export async function update(ctx: WriteCtx, changes: ProjectUpdate): Promise<ProjectView> {
  return presentProject(await updateProject(ctx, ctx.project, changes));
}

/** Hides the project from everybody at once. Administrators can restore it during the grace period. */
export async function remove(ctx: WriteCtx, by: DeletedBy) {
  const untilMs = await startProjectDeletion(ctx, ctx.project._id, by);
  const restorableUntil = isoTimeOrNull(untilMs);
  return withIds("projects", ctx.project._id, { status: "deleting", restorableUntil, deletedBy: by });
}
