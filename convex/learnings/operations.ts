import type { MutationCtx, QueryCtx } from "../_generated/server";
import { callbackMutation } from "../callback/builders";
import { omitNullish } from "../lib/omitNullish";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { createLearnings, getRunOfSameProject } from "./model";
import type { StoreRequest } from "./requests";
import type { NewLearning } from "./model";

export const store = callbackMutation(async (ctx, request: StoreRequest) => {
  const [id] = await storeAll(ctx, [request]);
  return { id, status: "pending" };
});

export const bulkStore = callbackMutation(async (ctx, { learnings }: { learnings: StoreRequest[] }) => {
  const ids = await storeAll(ctx, learnings);
  return { ids, count: ids.length };
});

/** Returns the learnings' ids in order. They may concern several projects: each belongs to that of its sandbox. */
async function storeAll(ctx: MutationCtx, requests: StoreRequest[]): Promise<string[]> {
  const learnings = await Promise.all(requests.map((request) => withOrigin(ctx, request)));
  return (await createLearnings(ctx, learnings)).map((id) => publicId("learnings", id));
}

/** When the request names no run, the learning is recorded with the run that the sandbox serves. */
async function withOrigin(
  ctx: QueryCtx,
  { sandboxId, runId: runText, content: description, ...details }: StoreRequest,
): Promise<NewLearning> {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  const runId = runText == null ? sandbox.runId : (await getRunOfSameProject(ctx, sandbox, runText))._id;
  const origin = { sandboxId: sandbox._id, ...omitNullish({ runId }) };
  return { projectId: sandbox.projectId, content: { ...details, description }, origin };
}
