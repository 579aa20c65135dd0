import { Status, toLabel } from "../../../parts/Status";
import { durationText } from "../../../parts/Time";
import type { Step } from "../useRun";
import { TimelineBars } from "./TimelineBars";
import { stepBar, spanLengthMs } from "./timeSpans";
import type { TimeSpan } from "./timeSpans";
import style from "./Timeline.module.css";

interface Props {
  step: Step;
  scale: TimeSpan;
  /** When nobody worked on the run: it was paused, or waited for a runner. */
  idleSpans: readonly TimeSpan[];
  /** Nobody works on the run now. The service keeps the state of its step meanwhile. */
  isIdle: boolean;
  nowMs: number;
  isChosen: boolean;
  isRepeated: boolean;
  onChoose: () => void;
}

export function StepRow({ step, scale, idleSpans, isIdle, nowMs, isChosen, isRepeated, onChoose }: Props) {
  const { name, keptFromAttempt, startedAt } = step;
  const status = isIdle && step.status === "running" ? "waiting" : step.status;
  const { queued, work } = stepBar(step);
  const idle = work === null ? [] : idleSpans.flatMap((hold) => overlap(hold, work, nowMs));
  const workedMs =
    (work === null ? 0 : spanLengthMs(work, nowMs)) - idle.reduce((sum, of) => sum + spanLengthMs(of, nowMs), 0);
  const bars = [
    ...(queued === null ? [] : [{ kind: "queued" as const, span: queued }]),
    ...(work === null ? [] : [{ kind: "work" as const, span: work, status }]),
    ...idle.map((span) => ({ kind: "paused" as const, span })),
  ];

  return (
    <button
      type="button"
      className={style.step}
      aria-expanded={isChosen}
      title={`${name}, ${toLabel(status).toLowerCase()}`}
      onClick={onChoose}
    >
      <span className={style.name}>
        <Status status={status} label={name} />
        <span className="visually-hidden">{toLabel(status)}</span>
      </span>
      {keptFromAttempt === null ? (
        <TimelineBars scale={scale} nowMs={nowMs} bars={bars} />
      ) : (
        <span className={style.kept}>kept from attempt {keptFromAttempt}</span>
      )}
      {keptFromAttempt === null && (
        <span className={style.took}>
          {isRepeated && <span title="Repeated in this attempt">again </span>}
          {startedAt !== null && durationText(workedMs)}
        </span>
      )}
    </button>
  );
}

function overlap(one: TimeSpan, other: TimeSpan, nowMs: number): TimeSpan[] {
  const fromMs = Math.max(one.fromMs, other.fromMs);
  const untilMs = Math.min(one.untilMs ?? nowMs, other.untilMs ?? nowMs);
  return untilMs > fromMs ? [{ fromMs, untilMs }] : [];
}
