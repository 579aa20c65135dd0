import { callbackMutation } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { publicId, withIds } from "../lib/publicIds";
import type { CreateRequest, UpdateRequest } from "./requests";
import { createStep, updateStep } from "./model";
import { checkOutput } from "./outputCheck";
import { presentStep } from "./present";
import type { StepView } from "./present";

export const create = callbackMutation(async (ctx, request: CreateRequest) => {
  const run = await getForRunner(ctx, "runs", request.runId);
  const { _id, status } = await createStep(ctx, run, request);
  return withIds("runSteps", _id, { status });
});

export const updateStatus = callbackMutation(
  async (ctx, { stepId, ...changes }: { stepId: string } & UpdateRequest): Promise<StepView> => {
    const step = await getForRunner(ctx, "runSteps", stepId);
    // The runner can report nothing about a run that is in the trash or deleted.
    const run = await getForRunner(ctx, "runs", publicId("runs", step.runId));
    const report = { ...changes, output: checkOutput(step, changes) };
    return await presentStep(ctx, await updateStep(ctx, run, step, report));
  },
);
