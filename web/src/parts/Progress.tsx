// How much of a chain is done: a bar and the words for it.
import style from "./Progress.module.css";

export function Progress({ done, all }: { done: number; all: number }) {
  return (
    <span className={style.progress}>
      <span className={style.bar} aria-hidden>
        <span style={{ inlineSize: `${all === 0 ? 0 : (100 * done) / all}%` }} />
      </span>
      {done} of {all}
    </span>
  );
}
