// Bars on a line. What they show is said in words beside it.
import { placeOn } from "./spans";
import type { Span } from "./spans";
import style from "./Timeline.module.css";

interface Props {
  scale: Span;
  nowMs: number;
  bars: readonly { kind: "queued" | "work" | "paused"; span: Span; status?: string }[];
}

export function Track({ scale, nowMs, bars }: Props) {
  return (
    <span className={style.track} aria-hidden>
      {bars.map(({ kind, span, status }) => {
        const place = placeOn(scale, span, nowMs);
        if (place === null) return null;
        return (
          <span
            key={`${kind}${span.fromMs}`}
            className={style.bar}
            data-kind={kind}
            data-status={status}
            style={{ insetInlineStart: `${place.start * 100}%`, inlineSize: `${place.size * 100}%` }}
          />
        );
      })}
    </span>
  );
}
