// One filter of a list: any, or one of a few values.
import style from "./FilterSelect.module.css";

interface Props {
  label: string;
  /** What it says when nothing is filtered, such as “Any state”. Left out where one of the values must be chosen. */
  any?: string;
  value: string | null;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

export function FilterSelect({ label, any, value, choices, onChange }: Props) {
  return (
    <select
      className={style.select}
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
