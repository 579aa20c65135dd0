// What shows that the run has done its task: each gate with its newest result, and who accepts the run nevertheless.
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { showInvisible } from "../../domain/code/showInvisible";
import { useProjectQuery } from "../../live/projectHooks";
import { useHasPermission } from "../../project/project";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loaded } from "../../parts/Loaded";
import { Status } from "../../parts/Status";
import { ExactTime } from "../../parts/Time";
import { AcceptDialog } from "./AcceptDialog";
import { Artifacts } from "./artifacts/Artifacts";
import type { Run } from "./useRun";
import style from "./ProofTab.module.css";

type Proof = FunctionReturnType<typeof api.runs.dashboard.proof>;
type Gate = Proof["gates"][number];

export default function ProofTab({ run }: { run: Run }) {
  return (
    <Loaded result={useProjectQuery(api.runs.dashboard.proof, { id: run.id })}>
      {(proof) => <Gates run={run} proof={proof} />}
    </Loaded>
  );
}

function Gates({ run, proof }: { run: Run; proof: Proof }) {
  const mayWrite = useHasPermission("work:write");
  const [isAccepting, setAccepting] = useState(false);
  if (proof.status === "none") {
    if (proof.artifacts.length === 0) return <EmptyState title="The workflow of this run has no gates" />;
    return (
      <div className={style.proof}>
        <Artifacts run={run} artifacts={proof.artifacts} />
      </div>
    );
  }
  const mayAccept = mayWrite && run.status === "failed" && run.failureReason === "gate";
  return (
    <div className={style.proof}>
      <div className={style.head}>
        <Status {...states[proof.status]} />
        {proof.commit !== null && (
          <span>
            Commit <code>{proof.commit.slice(0, 12)}</code>
          </span>
        )}
        {mayAccept && (
          <Button look="main" onClick={() => setAccepting(true)}>
            Accept the run…
          </Button>
        )}
      </div>
      {proof.acceptedBy !== null && (
        <p className={style.accepted} dir="auto">
          Accepted by <bdi>{proof.acceptedBy.name}</bdi>: {proof.acceptedReason}
        </p>
      )}
      {proof.gates.map((gate) => (
        <GateResult key={gate.stepIndex} gate={gate} />
      ))}
      <Artifacts run={run} artifacts={proof.artifacts} />
      {isAccepting && <AcceptDialog run={run} onClose={() => setAccepting(false)} />}
    </div>
  );
}

const states: Record<Proof["status"], { status: string; label: string }> = {
  none: { status: "skipped", label: "No gates" },
  waiting: { status: "waiting", label: "Not all gates have passed yet" },
  passed: { status: "success", label: "All gates have passed" },
  failed: { status: "failed", label: "Not all gates have passed" },
  accepted: { status: "approved", label: "Accepted without all gates" },
};

function GateResult({ gate }: { gate: Gate }) {
  const { stepIndex, name, kind, pass, command, output, feedback, at } = gate;
  return (
    <section className={style.gate} aria-label={`Gate of step ${stepIndex + 1}`}>
      <h2>
        Step {stepIndex + 1}, <bdi>{showInvisible(name)}</bdi>
      </h2>
      <p className={style.facts}>
        <Status status={stateOf(pass)} label={resultText(pass)} />
        <span>{kind === "command" ? "A command" : "A judge"}</span>
        {facts(gate).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {at !== null && <ExactTime at={at} />}
      </p>
      {command !== null && <code className={style.command}>{showInvisible(command.join(" "))}</code>}
      {feedback !== null && feedback !== "" && <p dir="auto">{showInvisible(feedback)}</p>}
      {output !== null && output !== "" && (
        <pre className={style.output} tabIndex={0} aria-label={`Output of the command of step ${stepIndex + 1}`}>
          {showInvisible(output)}
        </pre>
      )}
    </section>
  );
}

function stateOf(pass: boolean | null): string {
  if (pass === null) return "pending";
  return pass ? "success" : "failure";
}

function resultText(pass: boolean | null): string {
  if (pass === null) return "No result yet";
  return pass ? "Passed" : "Not passed";
}

function facts({ commit, exitCode, durationMs, testResults, qualityScores, iteration }: Gate): string[] {
  const scores = Object.entries(qualityScores ?? {}).map(([name, score]) => `${name} ${score}`);
  return [
    ...(commit === null ? [] : [`commit ${commit.slice(0, 12)}`]),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(durationMs === null ? [] : [`${(durationMs / 1000).toFixed(1)} s`]),
    ...(testResults == null
      ? []
      : [`${testResults.passed} of ${testResults.total} tests passed, ${testResults.skipped} skipped`]),
    ...scores,
    ...(iteration === null ? [] : [`iteration ${iteration + 1}`]),
  ];
}
