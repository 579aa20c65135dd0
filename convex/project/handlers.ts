import type { WriteCtx } from "../lib/callers";
import { publicId } from "../lib/publicIds";
import { startProjectDeletion, updateProject } from "./model";
import { presentProject } from "./present";
import type { ProjectView } from "./present";
import type { ProjectUpdate } from "./requests";

export async function update(ctx: WriteCtx, changes: ProjectUpdate): Promise<ProjectView> {
  return presentProject(await updateProject(ctx, ctx.project, changes));
}

/** From then on it is gone for everybody; what it holds is cleared in the background. */
export async function remove(ctx: WriteCtx) {
  await startProjectDeletion(ctx, ctx.project._id);
  const id = publicId("projects", ctx.project._id);
  return { id, _id: id, status: "deleting" };
}
