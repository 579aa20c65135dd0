// What is known about one step: who did it, what it used, and its result.
import { Fact, FactRows } from "../../../parts/Facts";
import { Count } from "../../../parts/Money";
import { Status, toLabel } from "../../../parts/Status";
import { ExactTime } from "../../../parts/Time";
import type { Step } from "../useRun";
import style from "./Timeline.module.css";

export function StepDetail({ step }: { step: Step }) {
  const { role, personaVersionSnapshot: persona, resolvedModelId, thinkingEffortDisplay, toolDisplayName } = step;
  const { tokenUsage, testResults, qualityScores, verdict, output, startedAt } = step;
  return (
    <div className={style.detail}>
      <FactRows>
        <Fact name="Role">{toLabel(role)}</Fact>
        {persona !== null && <Fact name="Persona">{persona.name}</Fact>}
        {(resolvedModelId ?? toolDisplayName) !== null && (
          <Fact name="Model">{[toolDisplayName, resolvedModelId].filter((each) => each !== null).join(", ")}</Fact>
        )}
        {thinkingEffortDisplay !== null && <Fact name="Effort">{thinkingEffortDisplay}</Fact>}
        {startedAt !== null && (
          <Fact name="Started">
            <ExactTime at={startedAt} />
          </Fact>
        )}
        <Fact name="Tokens">
          <Count value={tokenUsage.inputTokens} /> in, <Count value={tokenUsage.outputTokens} /> out
        </Fact>
        {testResults != null && (
          <Fact name="Tests">
            {testResults.passed} of {testResults.total} passed
            {testResults.failed > 0 && `, ${testResults.failed} failed`}
          </Fact>
        )}
        {qualityScores !== null && (
          <Fact name="Scores">
            {Object.entries(qualityScores)
              .map(([name, score]) => `${name} ${score}`)
              .join(", ")}
          </Fact>
        )}
      </FactRows>
      {verdict !== null && (
        <div className={style.verdict}>
          <Status status={verdict.pass ? "success" : "failure"} label={verdict.pass ? "Passed" : "Failed"} />
          {verdict.feedback !== null && <p dir="auto">{verdict.feedback}</p>}
        </div>
      )}
      {output !== null && (
        <pre tabIndex={0} aria-label="Output of the step">
          {typeof output === "string" ? output : JSON.stringify(output, null, 2)}
        </pre>
      )}
    </div>
  );
}
