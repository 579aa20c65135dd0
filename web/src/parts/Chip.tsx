// A filter that is on or off, with how much it would show.
import style from "./Chip.module.css";

interface Props {
  label: string;
  /** Null while it is not known. */
  count: number | string | null;
  isOn: boolean;
  onToggle: () => void;
  /** Such as the key that does the same. */
  title?: string;
}

export function Chip({ label, count, isOn, onToggle, title }: Props) {
  return (
    <button type="button" className={style.chip} aria-pressed={isOn} title={title} onClick={onToggle}>
      <bdi>{label}</bdi>
      {count !== null && <span className={style.count}>{count}</span>}
    </button>
  );
}
