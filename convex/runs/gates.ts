// What the gates of a run have shown in its present attempt. The row of the run has the newest step and the newest
// result of each gate, so that whether the run is proven is known without reading its steps.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { invalid } from "../lib/errors";
import { getOrThrow } from "../lib/getDocument";
import { patchAndReturn } from "../lib/patchAndReturn";
import type { Gate } from "../workflows/gate";
import { updateOutcomes } from "./outcomes";
import { dismissOfGate } from "./questions";
import { isFinal } from "./status";

type Run = Doc<"runs">;
type Step = Doc<"runSteps">;
type RunGate = NonNullable<Run["gates"]>[number];

/** What the proof of a run depends on. */
interface Proving {
  gates?: RunGate[] | undefined;
  status: Run["status"];
  acceptedBy?: Actor | undefined;
}

/** The fields of a run whose plan has these steps, before any of them has begun. */
export function unprovenGates(
  steps: readonly { name: string; gate?: Gate | undefined }[],
): Pick<Run, "gates" | "proofStatus"> {
  const gates = steps.flatMap(({ name, gate }, index): RunGate[] =>
    gate === undefined ? [] : [{ index, name, kind: gate.kind }],
  );
  return gates.length === 0 ? {} : { gates, proofStatus: "waiting" };
}

/** The gates of a run whose workflow is gone for good. Nobody knows what they ask for, so nothing can pass them. */
export function gatesWithoutPlan({ gates }: Pick<Run, "gates">): Pick<Run, "gates" | "proofStatus"> {
  if (gates === undefined) return {};
  return { gates: gates.map(({ index, name, kind }) => ({ index, name, kind })), proofStatus: "waiting" };
}

/** Undefined without gates: so a run that has none costs nothing more. */
export function proofStatusOf({ gates, status, acceptedBy }: Proving): Run["proofStatus"] {
  if (gates === undefined) return undefined;
  if (acceptedBy !== undefined) return "accepted";
  if (findUnproven(gates) === null) return "passed";
  return isFinal(status) ? "failed" : "waiting";
}

/** Throws VALIDATION unless all gates have passed, and all of them on one commit. */
export function requireProven({ gates = [] }: Run): void {
  const why = findUnproven(gates);
  if (why !== null) throw invalid("status", `status cannot be completed: ${why}`);
}

/** Returns a sentence about what is missing, or null. */
function findUnproven(gates: readonly RunGate[]): string | null {
  const open = gates.find((gate) => !hasPassed(gate));
  if (open !== undefined) return `the gate of step ${open.index}, ${open.name}, has not passed.`;
  const [first, ...others] = gates;
  const other = others.find(({ result }) => result?.commit !== first?.result?.commit);
  if (other === undefined) return null;
  const [one, two] = [first?.result?.commit, other.result?.commit];
  return `the gate of step ${other.index}, ${other.name}, has passed on ${two} and not on ${one}, as the others have.`;
}

function hasPassed({ newestStepId, result }: RunGate): boolean {
  return result !== undefined && result.pass && result.stepId === newestStepId;
}

/** Whether a report is about another commit than the proof so far. What was said about that one then says nothing. */
export function showsAnotherCommit(step: Step, proof: { commit: string } | null | undefined): boolean {
  return proof != null && step.proof !== undefined && step.proof.commit !== proof.commit;
}

/** Whether the step belongs to the present attempt of the run, and to the present round. */
export function isOfPresentWork(run: Run, step: Step): boolean {
  return run.attempt === step.attempt && run.round === step.round;
}

/** Call this for each step with a gate: when it was made, and when the runner has reported about it. */
export async function recordGatedStep(ctx: MutationCtx, step: Step, what: "made" | "reported"): Promise<void> {
  const run = await getOrThrow(ctx, "runs", step.runId);
  if (step.gateIndex === undefined || run.gates === undefined || !isOfPresentWork(run, step)) return;
  const gates = run.gates.map((gate) => (gate.index === step.gateIndex ? withStep(gate, step, what) : gate));
  const after = await patchAndReturn(ctx, "runs", run, { gates, proofStatus: proofStatusOf({ ...run, gates }) });
  await updateOutcomes(ctx, run, after);
  // Nobody needs an answer any more about a step that another one follows, or that has passed after all.
  const former = run.gates.find(({ index }) => index === step.gateIndex)?.newestStepId;
  const settled = what === "made" ? former : step._id;
  if (settled !== undefined && (what === "made" || resultOf(step)?.pass === true)) {
    await dismissOfGate(ctx, run, settled);
  }
}

/** The newest result stays shown until the next one, unless it was this step's own and has been taken back. */
function withStep(gate: RunGate, step: Step, what: "made" | "reported"): RunGate {
  const { result, ...place } = what === "made" ? { ...gate, newestStepId: step._id } : gate;
  const own = place.newestStepId === step._id ? resultOf(step) : null;
  if (own !== null) return { ...place, result: own };
  return result === undefined || result.stepId === step._id ? place : { ...place, result };
}

function resultOf({ _id: stepId, status, verdict, proof }: Step): NonNullable<RunGate["result"]> | null {
  if (status !== "completed" || verdict === undefined || proof === undefined) return null;
  return { stepId, pass: verdict.pass, commit: proof.commit };
}
