// The steps of a run that are done now: all of its workflow, or in a round the step that continues and those with a
// gate. The service counts steps by their places in the workflow, so the two numbers are translated here.
import type { Claim, Run, Step } from "../../service/claims";

type RoundClaim = Extract<Claim, { kind: "run.continue" }>;

/** What a round is about. Null in place of it: the run has just been started. */
export interface Round {
  /** Counts from 1. */
  number: number;
  prompt: string | null;
  feedback: NonNullable<NonNullable<RoundClaim["feedback"]>[number]>[];
}

/** The place of the steps of `run` in the whole workflow. */
export interface Plan {
  /** The run with the steps that are done now. */
  run: Run;
  /** How many steps the workflow has. */
  workflowSteps: number;
  round: Round | null;
}

export function planOf(claim: Claim, run: Run): Plan {
  const workflowSteps = run.steps.length;
  if (claim.kind !== "run.continue") return { run, workflowSteps, round: null };
  const { round: number = 1, prompt = null, feedback = [], step, gates = [] } = claim;
  const given = feedback.filter((item) => item !== null);
  const indexes = new Set([...(step == null ? [] : [step.stepIndex]), ...gates.map(({ stepIndex }) => stepIndex)]);
  const steps = [...indexes].flatMap((index) => run.steps[index] ?? []);
  // Without a gate nothing says that a further iteration is needed.
  const maxIterations = gates.length === 0 ? 1 : run.maxIterations;
  return { run: { ...run, steps, maxIterations }, workflowSteps, round: { number, prompt, feedback: given } };
}

/** The number by which the service knows the step of this turn. */
export function stepIndexOf({ run, workflowSteps }: Plan, turn: number): number {
  const step = stepOfTurn(run.steps, turn);
  return Math.floor(turn / run.steps.length) * workflowSteps + step.stepIndex;
}

/** The turn of a step of the service. Null for a step that is not done now. */
export function turnOf({ run, workflowSteps }: Plan, stepIndex: number): number | null {
  const index = run.steps.findIndex((step) => step.stepIndex === stepIndex % workflowSteps);
  return index === -1 ? null : Math.floor(stepIndex / workflowSteps) * run.steps.length + index;
}

export function stepOfTurn(steps: readonly Step[], turn: number): Step {
  const step = steps[turn % steps.length];
  if (step === undefined) throw new Error(`The workflow has no step for turn ${turn}.`);
  return step;
}
