// A labelled field with its hint and its refusal.
import { useId } from "react";
import type { ReactNode } from "react";
import { ErrorText } from "./ErrorText";
import style from "./Field.module.css";

interface Props {
  label: string;
  hint?: ReactNode;
  /** What must change, as the service said it. */
  problem?: string | undefined;
  children: (control: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
    className: string;
  }) => ReactNode;
}

/** `<Field label="Name">{(control) => <input {...control} />}</Field>` */
export function Field({ label, hint, problem, children }: Props) {
  const id = useId();
  const below = problem ?? hint;
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": below === undefined ? undefined : `${id}-below`,
        "aria-invalid": problem !== undefined,
        className: style.control ?? "",
      })}
      {below !== undefined && (
        <p
          id={`${id}-below`}
          className={problem === undefined ? style.hint : style.problem}
          role={problem === undefined ? undefined : "alert"}
        >
          {below}
        </p>
      )}
    </div>
  );
}

interface GroupProps {
  label: string;
  problem?: string | undefined;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A field that consists of several controls. */
export function FieldGroup({ label, problem, isDisabled = false, children }: GroupProps) {
  return (
    <fieldset className={style.group} disabled={isDisabled}>
      <legend>{label}</legend>
      {children}
      <ErrorText text={problem} />
    </fieldset>
  );
}

export const controlClass = style.control;
