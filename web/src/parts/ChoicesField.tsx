// A field of a form in which any number of a few values is chosen.
import type { ReactNode } from "react";
import { FieldGroup } from "./Field";
import style from "./ChoicesField.module.css";

interface Props {
  label: string;
  choices: readonly { value: string; label: ReactNode; note?: string | undefined }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** What it says while there is nothing to choose. */
  emptyText?: string | undefined;
  problem?: string | undefined;
  isDisabled?: boolean;
}

export function ChoicesField({ label, choices, chosen, onChange, emptyText, problem, isDisabled = false }: Props) {
  return (
    <FieldGroup label={label} problem={problem} isDisabled={isDisabled}>
      {choices.length === 0 && <p className={style.note}>{emptyText}</p>}
      <div className={style.choices}>
        {choices.map(({ value, label, note }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
            <span>
              {label}
              {note !== undefined && <span className={style.note}> {note}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
