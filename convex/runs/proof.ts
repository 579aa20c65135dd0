// What shows that a run has done its task: the newest result of each gate.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { publicId } from "../lib/publicIds";
import { shownFeedback, shownOutput } from "../runSteps/shownTexts";
import { presentArtifacts } from "./artifacts";
import type { ArtifactView } from "./artifacts";
import type { GateKind, ProofStatus } from "../workflows/gateValues";

type Run = Doc<"runs">;
type Gate = NonNullable<Run["gates"]>[number];

/** A gate with its newest result. Fields are null where there is none yet. Times are epoch milliseconds. */
export interface GateResultView {
  /** The index of the step in the workflow. */
  stepIndex: number;
  name: string;
  kind: GateKind;
  pass: boolean | null;
  commit: string | null;
  command: string[] | null;
  exitCode: number | null;
  durationMs: number | null;
  /** The end of what the command has written. */
  output: string | null;
  testResults: Doc<"runSteps">["testResults"] | null;
  qualityScores: Record<string, number> | null;
  feedback: string | null;
  /** Both count from 0. */
  iteration: number | null;
  round: number | null;
  at: number | null;
}

export interface ProofView {
  runId: string;
  status: ProofStatus;
  /** The commit that the newest results are about. Null when there are none, or they are about several. */
  commit: string | null;
  gates: GateResultView[];
  /** Newest first. */
  artifacts: ArtifactView[];
  acceptedBy: Actor | null;
  acceptedReason: string | null;
}

/** Reads one step for each gate, at most as many as a workflow has, and the artifacts. */
export async function presentProof(ctx: QueryCtx, run: Run): Promise<ProofView> {
  const gates = run.gates ?? [];
  return {
    runId: publicId("runs", run._id),
    status: run.proofStatus ?? "none",
    commit: commonCommit(gates),
    gates: await Promise.all(gates.map((gate) => presentGate(ctx, gate))),
    artifacts: await presentArtifacts(ctx, run._id),
    acceptedBy: run.acceptedBy ?? null,
    acceptedReason: run.acceptedReason ?? null,
  };
}

function commonCommit(gates: readonly Gate[]): string | null {
  const commits = new Set(gates.map(({ result }) => result?.commit ?? null));
  const [only = null] = commits;
  return commits.size === 1 ? only : null;
}

async function presentGate(ctx: QueryCtx, { index: stepIndex, name, kind, result }: Gate): Promise<GateResultView> {
  const step = result === undefined ? null : await ctx.db.get("runSteps", result.stepId);
  const { gate, proof, verdict } = step ?? {};
  return {
    stepIndex,
    name,
    kind,
    pass: verdict?.pass ?? null,
    commit: proof?.commit ?? null,
    command: gate?.kind === "command" ? gate.command : null,
    exitCode: proof?.exitCode ?? null,
    durationMs: proof?.durationMs ?? null,
    output: shownOutput(proof),
    testResults: step?.testResults ?? null,
    qualityScores: step?.qualityScores ?? null,
    feedback: shownFeedback(verdict),
    iteration: step?.iteration ?? null,
    round: step === null ? null : (step.round ?? 0),
    at: step?.completedAtMs ?? null,
  };
}
