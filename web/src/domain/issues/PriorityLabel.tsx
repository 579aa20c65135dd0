// How urgent an issue is: bars, and the word for who does not see them.
import { toLabel } from "../../parts/Status";
import { levels } from "#convex/lib/sharedValues";
import style from "./PriorityLabel.module.css";

export function PriorityLabel({ priority, isWordVisible = false }: { priority: string; isWordVisible?: boolean }) {
  const height = levels.findIndex((level) => level === priority);
  return (
    <span className={style.priority} data-level={priority} title={`Priority: ${toLabel(priority).toLowerCase()}`}>
      <span className={style.bars} aria-hidden>
        {levels.map((level, index) => (
          <span key={level} data-on={index <= height || undefined} />
        ))}
      </span>
      <span className={isWordVisible ? undefined : "visually-hidden"}>{toLabel(priority)}</span>
    </span>
  );
}
