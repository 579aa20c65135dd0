import { callbackMutation } from "../callback/builders";
import { apiError } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { getForRunner, getAnyProject } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import type { CreateRequest } from "./requests";
import { notifyMembers } from "./model";

export const create = callbackMutation(async (ctx, request: CreateRequest) => {
  const { projectId: text, type, title, body, runId } = request;
  const project = await getAnyProject(ctx, text);
  const run = runId == null ? null : await getForRunner(ctx, "runs", runId, "visited");
  if (run !== null && run.projectId !== project._id) {
    throw apiError("FORBIDDEN", `The run ${runId} belongs to another project.`);
  }
  const about = omitNullish({ runId: run?._id });
  const ids = await notifyMembers(ctx, project._id, { type, title, body: body ?? "", ...about });
  return { ids: ids.map((id) => publicId("notifications", id)), count: ids.length };
});
