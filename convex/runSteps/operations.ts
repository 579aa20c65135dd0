import { callbackMutation } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { publicId, withIds } from "../lib/publicIds";
import { traceparentOf } from "../telemetry/traceIds";
import type { CreateRequest } from "./requests";
import { createStep } from "./model";

export const create = callbackMutation(async (ctx, request: CreateRequest) => {
  const run = await getForRunner(ctx, "runs", request.runId);
  const { _id, status, attempt } = await createStep(ctx, run, request);
  const step = { runId: publicId("runs", run._id), attempt, stepId: publicId("runSteps", _id) };
  return withIds("runSteps", _id, { status, traceparent: await traceparentOf(step) });
});
