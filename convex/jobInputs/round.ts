// What a runner needs besides the run itself to let it continue: what the round is about, and which steps it has.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { presentFeedback } from "../runs/presentFeedback";
import type { FeedbackView } from "../runs/presentFeedback";
import { stepThatContinues } from "../workflows/continuing";
import { findRound } from "../runs/roundRows";
import type { AnswerSize, LeftOutPart } from "./answerSize";
import type { RunInputs } from "./run";
import type { StepInput } from "./steps";

export interface RoundInputs {
  /** Counts from 1. */
  round: number;
  /** What somebody has asked for in this round. */
  prompt: string | null;
  /** What the round is about. Its texts are data from outside. An item that did not fit is null. */
  feedback: (FeedbackView | null)[];
  /** The step that continues. Null for a run whose workflow was deleted before it began. */
  step: StepInput | null;
  /** The steps with a gate, all of which must pass again. */
  gates: StepInput[];
  /** As for the run, with paths in the whole delivery. Parts of the run itself are listed there. */
  more: LeftOutPart[];
}

/** What the run leaves of the answer, and as much as a hundred long items need. */
const besidesRunBytes = 7_000_000;

export async function roundInputs(
  ctx: QueryCtx,
  run: Doc<"runs">,
  { steps }: RunInputs,
  sizeOfRun: AnswerSize,
): Promise<RoundInputs> {
  const given = await findRound(ctx, run);
  const size = sizeOfRun.beside(besidesRunBytes);
  const continuing = stepThatContinues(steps) ?? null;
  const prompt = given?.prompt ?? null;
  size.add(prompt);
  const step = continuing === null ? null : fittedStep(continuing, ["step"]);
  const gates: StepInput[] = [];
  for (const gated of steps) if (gated.gate !== null) gates.push(fittedStep(gated, ["gates", gates.length]));
  const feedback = await feedbackInputs(ctx, run, given?.feedback ?? [], size);
  return { round: run.round ?? 0, prompt, feedback, step, gates, more: size.leftOut };

  /** The step once more, with its persona as far as that fits. */
  function fittedStep(blueprint: StepInput, path: LeftOutPart["path"]): StepInput {
    const { persona, ...rest } = blueprint;
    size.add(rest);
    if (persona === null) return blueprint;
    const args = { runId: publicId("runs", run._id), kind: "persona" as const, id: persona.id };
    const call: LeftOutPart = { path: [...path, "persona"], operation: "run.getPart", args };
    const isLeftOut = sizeOfRun.leftOut.some(({ args: { kind, id } }) => kind === "persona" && id === persona.id);
    if (isLeftOut) size.leftOut.push(call);
    else if (size.addIfItFits(persona, call)) return blueprint;
    const short = { ...persona, instructions: null };
    size.add(short);
    return { ...blueprint, persona: short };
  }
}

/** An item of the present round of a run. Null when the round was not given this item. */
export async function feedbackOfRound(ctx: QueryCtx, run: Doc<"runs">, id: string): Promise<FeedbackView | null> {
  const given = (await findRound(ctx, run))?.feedback ?? [];
  const found = given.find(({ feedbackId }) => publicId("runFeedback", feedbackId) === id);
  const item = found === undefined ? null : await ctx.db.get("runFeedback", found.feedbackId);
  return item === null ? null : presentFeedback(item);
}

async function feedbackInputs(
  ctx: QueryCtx,
  run: Doc<"runs">,
  given: readonly { feedbackId: Id<"runFeedback"> }[],
  size: AnswerSize,
): Promise<(FeedbackView | null)[]> {
  const feedback: (FeedbackView | null)[] = [];
  let hasLeftOut = false;
  for (const { feedbackId } of given) {
    const args = {
      runId: publicId("runs", run._id),
      kind: "feedback" as const,
      id: publicId("runFeedback", feedbackId),
    };
    const call: LeftOutPart = { path: ["feedback", feedback.length], operation: "run.getPart", args };
    if (hasLeftOut) {
      size.leftOut.push(call);
      feedback.push(null);
      continue;
    }
    const item = await ctx.db.get("runFeedback", feedbackId);
    if (item === null) continue;
    const view = presentFeedback(item);
    hasLeftOut = !size.addIfItFits(view, call);
    feedback.push(hasLeftOut ? null : view);
  }
  return feedback;
}
