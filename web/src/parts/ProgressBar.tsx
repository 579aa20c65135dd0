// How much of a chain is done: a bar and the words for it.
import style from "./ProgressBar.module.css";

export function ProgressBar({ done, total }: { done: number; total: number }) {
  return (
    <span className={style.progress}>
      <span className={style.bar} aria-hidden>
        <span style={{ inlineSize: `${total === 0 ? 0 : (100 * done) / total}%` }} />
      </span>
      {done} of {total}
    </span>
  );
}
