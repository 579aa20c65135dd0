import { Status, wordsOf } from "../../../parts/Status";
import { durationText } from "../../../parts/Time";
import type { Step } from "../useRun";
import { Track } from "./Track";
import { barOf, lengthOf } from "./spans";
import type { Span } from "./spans";
import style from "./Timeline.module.css";

interface Props {
  step: Step;
  scale: Span;
  /** When nobody worked on the run: it was paused, or waited for a runner. */
  holds: readonly Span[];
  /** Nobody works on the run now. The service keeps the state of its step meanwhile. */
  isHeld: boolean;
  nowMs: number;
  isChosen: boolean;
  isAgain: boolean;
  onChoose: () => void;
}

export function StepRow({ step, scale, holds, isHeld, nowMs, isChosen, isAgain, onChoose }: Props) {
  const { name, keptFromAttempt, startedAt } = step;
  const status = isHeld && step.status === "running" ? "waiting" : step.status;
  const { queued, work } = barOf(step);
  const idle = work === null ? [] : holds.flatMap((hold) => common(hold, work, nowMs));
  const workedMs = (work === null ? 0 : lengthOf(work, nowMs)) - idle.reduce((sum, of) => sum + lengthOf(of, nowMs), 0);
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
      title={`${name}, ${wordsOf(status).toLowerCase()}`}
      onClick={onChoose}
    >
      <span className={style.name}>
        <Status of={status} label={name} />
        <span className="visually-hidden">{wordsOf(status)}</span>
      </span>
      {keptFromAttempt === null ? (
        <Track scale={scale} nowMs={nowMs} bars={bars} />
      ) : (
        <span className={style.kept}>kept from attempt {keptFromAttempt}</span>
      )}
      {keptFromAttempt === null && (
        <span className={style.took}>
          {isAgain && <span title="Done again in this attempt">again </span>}
          {startedAt !== null && durationText(workedMs)}
        </span>
      )}
    </button>
  );
}

function common(one: Span, other: Span, nowMs: number): Span[] {
  const fromMs = Math.max(one.fromMs, other.fromMs);
  const untilMs = Math.min(one.untilMs ?? nowMs, other.untilMs ?? nowMs);
  return untilMs > fromMs ? [{ fromMs, untilMs }] : [];
}
