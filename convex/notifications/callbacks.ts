import { callbackMutation } from "../callback/builders";
import { apiError } from "../lib/errors";
import { given } from "../lib/given";
import { namedDocument, namedProject } from "../lib/named";
import { publicId } from "../lib/publicIds";
import type { CreateRequest } from "./requests";
import { notifyMembers } from "./model";

export const create = callbackMutation(async (ctx, request: CreateRequest) => {
  const { projectId: text, type, title, body, runId } = request;
  const project = await namedProject(ctx, text);
  const run = runId == null ? null : await namedDocument(ctx, "runs", runId);
  if (run !== null && run.projectId !== project._id) {
    throw apiError("FORBIDDEN", `The run ${runId} is another project's.`);
  }
  const about = given({ runId: run?._id });
  const ids = await notifyMembers(ctx, project._id, { type, title, body: body ?? "", ...about });
  return { ids: ids.map((id) => publicId("notifications", id)), count: ids.length };
});
