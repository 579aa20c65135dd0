import { callbackMutation } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { withIds } from "../lib/publicIds";
import type { CreateRequest } from "./requests";
import { createStep } from "./model";

export const create = callbackMutation(async (ctx, request: CreateRequest) => {
  const run = await getForRunner(ctx, "runs", request.runId);
  const { _id, status } = await createStep(ctx, run, request);
  return withIds("runSteps", _id, { status });
});
