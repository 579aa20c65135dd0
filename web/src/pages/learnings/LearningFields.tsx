// The texts of a learning, for a new one and for one that is changed.
import { stepRoles } from "#convex/lib/sharedValues";
import { levels } from "#convex/lib/sharedValues";
import { useId } from "react";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { toLabel } from "../../parts/Status";
import type { useForm } from "../../parts/useForm";
import type { Learning } from "./learning";

export interface LearningDraft {
  description: string;
  trigger: string;
  correctBehavior: string;
  severity: string;
  category: string;
  /** Separated by commas. */
  roles: string;
}

export function toLearningDraft(learning: Learning | null): LearningDraft {
  return {
    description: learning?.description ?? "",
    trigger: learning?.trigger ?? "",
    correctBehavior: learning?.correctBehavior ?? "",
    severity: learning?.severity ?? "",
    category: learning?.category ?? "",
    roles: learning?.applicableRoles.join(", ") ?? "",
  };
}

/** As a request has them. Empty fields are removed from the learning. */
export function toLearningRequest({ description, trigger, correctBehavior, severity, category, roles }: LearningDraft) {
  const textOrNull = (text: string) => (text.trim() === "" ? null : text);
  const names = roles.split(",").map((role) => role.trim());
  return {
    description,
    trigger: textOrNull(trigger),
    correctBehavior: textOrNull(correctBehavior),
    severity: levels.find((level) => level === severity) ?? null,
    category: textOrNull(category),
    applicableRoles: names.filter((role) => role !== ""),
  };
}

export function LearningFields({ form }: { form: ReturnType<typeof useForm<LearningDraft>> }) {
  const roles = useId();
  const { field } = form;
  return (
    <>
      <LongTextField label="What was learned" autoFocus {...field("description")} />
      <LongTextField label="When it matters" {...field("trigger")} />
      <LongTextField label="What to do then" {...field("correctBehavior")} />
      <FieldRow>
        <ChoiceField
          label="Severity"
          choices={[{ value: "", label: "None" }, ...levels.map((value) => ({ value, label: toLabel(value) }))]}
          {...field("severity")}
        />
        <TextField label="Category" {...field("category")} />
        <TextField
          label="Roles"
          hint={`Separated by commas: ${stepRoles.slice(0, 2).join(", ")}. If it is empty, all roles.`}
          list={roles}
          {...field("roles", "applicableRoles")}
        />
      </FieldRow>
      <datalist id={roles}>
        {stepRoles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
    </>
  );
}
