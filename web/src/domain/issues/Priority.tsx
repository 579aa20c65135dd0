// How urgent an issue is: bars, and the word for who does not see them.
import { wordsOf } from "../../parts/Status";
import { levels } from "../../../../convex/lib/sharedValues";
import style from "./Priority.module.css";

export function Priority({ of: priority, hasWord = false }: { of: string; hasWord?: boolean }) {
  const height = levels.findIndex((level) => level === priority);
  return (
    <span className={style.priority} data-level={priority} title={`Priority: ${wordsOf(priority).toLowerCase()}`}>
      <span className={style.bars} aria-hidden>
        {levels.map((level, index) => (
          <span key={level} data-on={index <= height || undefined} />
        ))}
      </span>
      <span className={hasWord ? undefined : "visually-hidden"}>{wordsOf(priority)}</span>
    </span>
  );
}
