// What is known about one step: who did it, what it used, and what came of it.
import type { ReactNode } from "react";
import { Count } from "../../../parts/Money";
import { Status, wordsOf } from "../../../parts/Status";
import { Exactly } from "../../../parts/Time";
import type { Step } from "../useRun";
import style from "./Timeline.module.css";

export function StepDetail({ step }: { step: Step }) {
  const { role, personaVersionSnapshot: persona, resolvedModelId, thinkingEffortDisplay, toolDisplayName } = step;
  const { tokenUsage, testResults, qualityScores, verdict, output, startedAt } = step;
  return (
    <div className={style.detail}>
      <dl>
        <Row name="Role">{wordsOf(role)}</Row>
        {persona !== null && <Row name="Persona">{persona.name}</Row>}
        {(resolvedModelId ?? toolDisplayName) !== null && (
          <Row name="Model">{[toolDisplayName, resolvedModelId].filter((each) => each !== null).join(", ")}</Row>
        )}
        {thinkingEffortDisplay !== null && <Row name="Effort">{thinkingEffortDisplay}</Row>}
        {startedAt !== null && (
          <Row name="Began">
            <Exactly at={startedAt} />
          </Row>
        )}
        <Row name="Tokens">
          <Count of={tokenUsage.inputTokens} /> in, <Count of={tokenUsage.outputTokens} /> out
        </Row>
        {testResults != null && (
          <Row name="Tests">
            {testResults.passed} of {testResults.total} passed
            {testResults.failed > 0 && `, ${testResults.failed} failed`}
          </Row>
        )}
        {qualityScores !== null && (
          <Row name="Scores">
            {Object.entries(qualityScores)
              .map(([name, score]) => `${name} ${score}`)
              .join(", ")}
          </Row>
        )}
      </dl>
      {verdict !== null && (
        <div className={style.verdict}>
          <Status of={verdict.pass ? "success" : "failure"} label={verdict.pass ? "Passed" : "Did not pass"} />
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

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
