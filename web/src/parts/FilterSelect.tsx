// One filter of a list: any, or one of a few values.
import { Select } from "./Select";

interface Props<Value extends string> {
  label: string;
  /** What it says when nothing is filtered, such as “Any state”. */
  anyLabel: string;
  value: string | null;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value | null) => void;
}

export function FilterSelect<Value extends string>({ label, anyLabel, value, choices, onChange }: Props<Value>) {
  return (
    <Select<Value | "">
      label={label}
      value={value ?? ""}
      choices={[{ value: "", label: anyLabel }, ...choices]}
      onChange={(chosen) => onChange(choices.find((choice) => choice.value === chosen)?.value ?? null)}
    />
  );
}
