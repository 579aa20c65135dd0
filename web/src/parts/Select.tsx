// One of a few values, in a bar or a row. In forms it is ChoiceField of parts/Fields.tsx.
import style from "./Select.module.css";

interface Props<Value extends string> {
  label: string;
  value: string;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  look?: "plain" | "bare";
}

export function Select<Value extends string>({ label, value, choices, onChange, look = "plain" }: Props<Value>) {
  return (
    <select
      className={style.select}
      data-look={look}
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.target.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
