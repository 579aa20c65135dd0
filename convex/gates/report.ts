// Checks what a runner reports about a step with a gate: such a step counts as completed with a proof alone, and a
// proof must not contradict itself.
import type { Doc } from "../_generated/dataModel";
import { apiError, invalid } from "../lib/errors";
import { showsAnotherCommit } from "../runs/gates";
import type { UpdateRequest } from "../runSteps/requests";
import type { Gate } from "../workflows/gate";

type Step = Doc<"runSteps">;

/** What the step would have after the report. */
interface Shown {
  verdict: { pass: boolean } | undefined;
  proof: { exitCode?: number | null | undefined; durationMs?: number | null | undefined } | undefined;
  testResults: { failed: number } | undefined;
  composite: number | undefined;
}

/** Throws VALIDATION with the field that is missing or contradicts another. */
export function checkGateReport(step: Step, report: UpdateRequest): void {
  const { gate } = step;
  if (gate === undefined) {
    if (report.proof == null) return;
    throw invalid("proof", "proof must be left out, because the step of the workflow has no gate.");
  }
  const shown = shownAfter(step, report);
  if (gate.kind === "judge") refuseCommandFields(report);
  if (report.status === "completed") requireProof(gate, shown);
  if (shown.verdict?.pass === true) refuseContradiction(gate, shown);
}

/**
 * Throws CONFLICT for a report about a step that has shown its gate, once the run is completed: the proof stays as it
 * was then.
 */
export function requireOpenProof({ status, attempt }: Doc<"runs">, step: Step): void {
  if (status !== "completed" || step.attempt !== attempt) return;
  if (step.gate === undefined || step.status !== "completed") return;
  throw apiError("CONFLICT", "The run is completed, so the result of the step's gate can no longer change.");
}

function shownAfter(step: Step, report: UpdateRequest): Shown {
  const before: Pick<Step, "verdict" | "testResults" | "qualityScores"> = showsAnotherCommit(step, report.proof)
    ? {}
    : step;
  const scores = report.qualityScores ?? before.qualityScores;
  return {
    verdict: report.verdict ?? before.verdict,
    proof: report.proof ?? step.proof,
    testResults: report.testResults ?? before.testResults,
    composite: scores?.["composite"],
  };
}

function refuseCommandFields({ proof }: UpdateRequest): void {
  for (const field of ["exitCode", "durationMs", "output"] as const) {
    if (proof?.[field] == null) continue;
    throw invalid(`proof.${field}`, `proof.${field} must be left out, because the gate is a judge's.`);
  }
}

function requireProof(gate: Gate, { verdict, proof, composite }: Shown): void {
  if (verdict === undefined) throw missing("verdict");
  if (proof === undefined) throw missing("proof");
  if (gate.kind === "command") {
    for (const field of ["exitCode", "durationMs"] as const) if (proof[field] == null) throw missing(`proof.${field}`);
    return;
  }
  if (gate.passAt !== null && composite === undefined) throw missing("qualityScores.composite");
}

function missing(field: string) {
  return invalid(field, `${field} is required, because the step of the workflow has a gate.`);
}

function refuseContradiction(gate: Gate, { proof, testResults, composite }: Shown): void {
  const { exitCode } = proof ?? {};
  if (exitCode != null && exitCode !== 0) throw notPassed(`the command has ended with ${exitCode}`);
  const failed = testResults?.failed ?? 0;
  if (failed > 0) throw notPassed(`${failed} ${failed === 1 ? "test has" : "tests have"} failed`);
  if (gate.kind === "command" || gate.passAt === null || composite === undefined) return;
  if (composite < gate.passAt) throw notPassed(`the composite score ${composite} is below ${gate.passAt}`);
}

function notPassed(why: string) {
  return invalid("verdict.pass", `verdict.pass must be false, because ${why}.`);
}
