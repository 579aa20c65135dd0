// What a runner needs besides the run itself to let it continue: what the round is about, and which steps it has.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentFeedback } from "../runs/presentFeedback";
import type { FeedbackView } from "../runs/presentFeedback";
import { stepThatContinues } from "../workflows/continuing";
import { findRound } from "../runs/roundRows";
import type { RunInputs } from "./run";
import type { StepInput } from "./steps";

export interface RoundInputs {
  /** Counts from 1. */
  round: number;
  /** What somebody has asked for in this round. */
  prompt: string | null;
  /** What the round is about. Its texts are data from outside. */
  feedback: FeedbackView[];
  /** The step that continues. Null for a run whose workflow was deleted before it began. */
  step: StepInput | null;
  /** The steps with a gate, all of which must pass again. */
  gates: StepInput[];
}

export async function roundInputs(ctx: QueryCtx, run: Doc<"runs">, { steps }: RunInputs): Promise<RoundInputs> {
  const given = await findRound(ctx, run);
  const items = await Promise.all(
    (given?.feedback ?? []).map(({ feedbackId }) => ctx.db.get("runFeedback", feedbackId)),
  );
  return {
    round: run.round ?? 0,
    prompt: given?.prompt ?? null,
    feedback: items.filter((item) => item !== null).map(presentFeedback),
    step: stepThatContinues(steps) ?? null,
    gates: steps.filter(({ gate }) => gate !== null),
  };
}
