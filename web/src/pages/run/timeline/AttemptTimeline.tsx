// The bars of one attempt, and what is known about the step that is chosen.
import { useMemo } from "react";
import { api } from "#convex/_generated/api";
import { useAddressParameters } from "../../../urlState/useAddressParameters";
import { useProjectList } from "../../../live/projectHooks";
import { Button } from "../../../parts/Button";
import { EachRow, idOf } from "../../../parts/EachRow";
import { durationText, useNow } from "../../../parts/Time";
import type { Run, Step } from "../useRun";
import { ComingSteps } from "./ComingSteps";
import { StepDetail } from "./StepDetail";
import { StepRow } from "./StepRow";
import { TimelineBars } from "./TimelineBars";
import { spanLengthMs, attemptSpan, roundSpan, spansInStatus } from "./timeSpans";
import type { StatusChange } from "./timeSpans";
import style from "./Timeline.module.css";

interface Props {
  run: Run;
  attempt: number;
  statusChanges: readonly StatusChange[];
}

export function AttemptTimeline({ run, attempt, statusChanges }: Props) {
  const { results, status, loadMore } = useProjectList(api.runSteps.dashboard.list, { runId: run.id, attempt }, 100);
  // Within a round they are in their order.
  const steps = useMemo(() => results.toSorted((one, other) => one.round - other.round), [results]);
  const { get, set } = useAddressParameters();
  const nowMs = useNow(1_000);
  const scale = attemptSpan(run, attempt, statusChanges, steps, nowMs);
  const hasRounds = steps.some(({ round }) => round > 0);
  const scaleOf = ({ round }: Step) =>
    hasRounds
      ? roundSpan(
          steps.filter((step) => step.round === round),
          nowMs,
        )
      : scale;
  const pauses = spansInStatus(statusChanges, "paused", attempt);
  const queued = spansInStatus(statusChanges, "pending", attempt).filter((span) => spanLengthMs(span, nowMs) > 500);
  const isOpen = attempt === run.attempt && run.completedAt === null;
  const isIdle = isOpen && run.status !== "running";
  const chosen = get("step");

  function choose({ id, sandboxId }: Step): void {
    const isOpen = id === chosen;
    set({ step: isOpen ? null : id, sandbox: isOpen ? null : sandboxId, message: null });
  }

  return (
    <div className={style.attempt}>
      {queued.length > 0 && (
        <div className={style.queue}>
          <span>Queued</span>
          <TimelineBars scale={scale} nowMs={nowMs} bars={queued.map((span) => ({ kind: "queued", span }))} />
          <span className={style.took}>
            {durationText(queued.reduce((sum, span) => sum + spanLengthMs(span, nowMs), 0))}
          </span>
        </div>
      )}
      <ul>
        <EachRow items={steps} keyOf={idOf} as="li">
          {(step, index) => (
            <li>
              {step.round > 0 && step.round !== steps[index - 1]?.round && (
                <h3 className={style.round}>Round {step.round}</h3>
              )}
              <StepRow
                step={step}
                scale={scaleOf(step)}
                idleSpans={[...pauses, ...queued]}
                isIdle={isIdle}
                nowMs={nowMs}
                isChosen={step.id === chosen}
                isRepeated={isRepeated(step, steps)}
                onChoose={() => choose(step)}
              />
              {step.id === chosen && <StepDetail step={step} />}
            </li>
          )}
        </EachRow>
        {isOpen && run.round === 0 && status === "Exhausted" && <ComingSteps run={run} steps={steps} />}
      </ul>
      {steps.length === 0 && (!isOpen || run.round > 0) && status === "Exhausted" && (
        <p className={style.none}>No step has started.</p>
      )}
      {status === "CanLoadMore" && (
        <Button look="bare" onClick={() => loadMore(100)}>
          More steps
        </Button>
      )}
      {pauses.length > 0 && (
        <p className={style.none}>
          Paused for {durationText(pauses.reduce((sum, span) => sum + spanLengthMs(span, nowMs), 0))}
          {pauses.length > 1 && ` in ${pauses.length} pauses`}.
        </p>
      )}
    </div>
  );
}

/** A step that was done before in the same round is done again, such as after a check that failed. */
function isRepeated(step: Step, steps: readonly Step[]): boolean {
  return steps.some(
    ({ id, stepIndex, round, createdAt }) =>
      id !== step.id && stepIndex === step.stepIndex && round === step.round && createdAt < step.createdAt,
  );
}
