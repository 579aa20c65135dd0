// The usual fields of forms: a line or more of text, and a choice.
import type { ReactNode } from "react";
import { Field } from "./Field";
import style from "./Fields.module.css";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  isDisabled?: boolean;
}

interface TextProps extends FieldProps {
  type?: "text" | "number" | "time" | "url" | "email" | "password" | "datetime-local";
  placeholder?: string | undefined;
  autoFocus?: boolean;
  min?: number;
  max?: number;
  step?: number | "any";
  /** The id of a `datalist` with suggestions. */
  list?: string;
}

export function TextField({ label, hint, problem, value, onChange, isDisabled = false, ...rest }: TextProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...rest}
          {...control}
          data-first={rest.autoFocus}
          disabled={isDisabled}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface LongTextProps extends FieldProps {
  placeholder?: string;
  autoFocus?: boolean;
  /** For code, such as a JSON Schema. */
  isCode?: boolean;
}

export function LongTextField({
  label,
  hint,
  problem,
  value,
  onChange,
  isDisabled = false,
  isCode = false,
  ...rest
}: LongTextProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          data-code={isCode || undefined}
          spellCheck={!isCode}
          className={`${control.className} ${isCode ? style.code : ""}`}
          disabled={isDisabled}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps extends FieldProps {
  choices: readonly { value: string; label: string }[];
}

export function ChoiceField({ label, hint, problem, value, onChange, isDisabled = false, choices }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select {...control} disabled={isDisabled} value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Fields beside one another, where there is room for them. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={style.row}>{children}</div>;
}
