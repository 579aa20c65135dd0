// Bars on a line. What they show is said in words beside it.
import { positionOnScale } from "./timeSpans";
import type { TimeSpan } from "./timeSpans";
import style from "./Timeline.module.css";

interface Props {
  scale: TimeSpan;
  nowMs: number;
  bars: readonly { kind: "queued" | "work" | "paused"; span: TimeSpan; status?: string }[];
}

export function TimelineBars({ scale, nowMs, bars }: Props) {
  return (
    <span className={style.track} aria-hidden>
      {bars.map(({ kind, span, status }) => {
        const position = positionOnScale(scale, span, nowMs);
        if (position === null) return null;
        return (
          <span
            key={`${kind}${span.fromMs}`}
            className={style.bar}
            data-kind={kind}
            data-status={status}
            style={{ insetInlineStart: `${position.start * 100}%`, inlineSize: `${position.size * 100}%` }}
          />
        );
      })}
    </span>
  );
}
