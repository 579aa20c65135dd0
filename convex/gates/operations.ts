// The runner's report of a step. A step with a gate needs a proof, and one whose gate has not passed may ask a person.
import { callbackMutation } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { askAboutGate } from "../runQuestions/gateQuestions";
import { updateStep } from "../runSteps/model";
import { checkOutput } from "../runSteps/outputCheck";
import { presentStep } from "../runSteps/present";
import type { StepView } from "../runSteps/present";
import type { UpdateRequest } from "../runSteps/requests";
import { checkGateReport, requireOpenProof } from "./report";

export const updateStatus = callbackMutation(
  async (ctx, { stepId, ...changes }: { stepId: string } & UpdateRequest): Promise<StepView> => {
    const step = await getForRunner(ctx, "runSteps", stepId);
    // The runner can report nothing about a run that is in the trash or deleted.
    const run = await getForRunner(ctx, "runs", publicId("runs", step.runId));
    requireOpenProof(run, step);
    checkGateReport(step, changes);
    const report = { ...changes, output: checkOutput(step, changes) };
    const after = await updateStep(ctx, run, step, report);
    await askAboutGate(ctx, after);
    return await presentStep(ctx, after);
  },
);
