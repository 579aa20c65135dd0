import { Status, wordsOf } from "../../../parts/Status";
import { durationText } from "../../../parts/Time";
import type { Step } from "../useRun";
import { Track } from "./Track";
import { barOf } from "./spans";
import type { Span } from "./spans";
import style from "./Timeline.module.css";

interface Props {
  step: Step;
  scale: Span;
  pauses: readonly Span[];
  nowMs: number;
  isChosen: boolean;
  isAgain: boolean;
  onChoose: () => void;
}

export function StepRow({ step, scale, pauses, nowMs, isChosen, isAgain, onChoose }: Props) {
  const { name, status, keptFromAttempt, startedAt, completedAt } = step;
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
        <Track scale={scale} nowMs={nowMs} bars={barsOf(step, pauses, nowMs)} />
      ) : (
        <span className={style.kept}>kept from attempt {keptFromAttempt}</span>
      )}
      {keptFromAttempt === null && (
        <span className={style.took}>
          {isAgain && <span title="Done again in this attempt">again </span>}
          {startedAt !== null && durationText((completedAt ?? nowMs) - startedAt)}
        </span>
      )}
    </button>
  );
}

function barsOf(step: Step, pauses: readonly Span[], nowMs: number): Parameters<typeof Track>[0]["bars"] {
  const { queued, work } = barOf(step);
  const within = work === null ? [] : pauses.flatMap((pause) => common(pause, work, nowMs));
  return [
    ...(queued === null ? [] : [{ kind: "queued" as const, span: queued }]),
    ...(work === null ? [] : [{ kind: "work" as const, span: work, status: step.status }]),
    ...within.map((span) => ({ kind: "paused" as const, span })),
  ];
}

function common(one: Span, other: Span, nowMs: number): Span[] {
  const fromMs = Math.max(one.fromMs, other.fromMs);
  const untilMs = Math.min(one.untilMs ?? nowMs, other.untilMs ?? nowMs);
  return untilMs > fromMs ? [{ fromMs, untilMs }] : [];
}
