// Marks a run that has ended since the reader last looked at it.
import style from "./UnseenDot.module.css";

export function UnseenDot() {
  return (
    <span className={style.dot} title="Finished, not looked at">
      <span className="visually-hidden">Finished, not looked at</span>
    </span>
  );
}
