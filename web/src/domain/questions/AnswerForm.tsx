// A form made from the schema of a question. The service allows flat objects alone (texts, numbers, choices, yes or no,
// lists of choices), so every field has a plain control.
import { Button } from "../../parts/Button";
import { ChoicesField } from "../../parts/ChoicesField";
import { Field } from "../../parts/Field";
import { useDraft } from "../../parts/useDraft";
import { fieldChoices, answerFields, answerValue } from "./answerFields";
import type { AnswerField } from "./answerFields";
import type { Question } from "./RunQuestion";
import style from "./AnswerForm.module.css";

interface Props {
  id: string;
  schema: NonNullable<Question["schema"]>;
  onAnswer: (answer: Record<string, unknown>) => void;
}

export function AnswerForm({ id, schema, onAnswer }: Props) {
  const fields = answerFields(schema);
  const initial = Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
  const { draft, change } = useDraft<Record<string, string | string[]>>(`answer.${id}`, initial);
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        const values = fields.flatMap((field) => {
          const value = answerValue(field, draft[field.name] ?? "");
          return value === undefined ? [] : [[field.name, value] as const];
        });
        onAnswer(Object.fromEntries(values));
      }}
      onKeyDown={({ key, target }) => {
        // The keys of the page work again.
        if (key === "Escape" && target instanceof HTMLElement) target.blur();
      }}
    >
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          value={draft[field.name] ?? ""}
          onChange={(value) => change({ [field.name]: value })}
        />
      ))}
      <Button type="submit" look="main">
        Answer
      </Button>
    </form>
  );
}

interface ControlProps {
  field: AnswerField;
  value: string | string[];
  onChange: (value: string | string[]) => void;
}

function Control({ field, value, onChange }: ControlProps) {
  const { label, hint, isRequired, type } = field;
  const choices = fieldChoices(field);
  if (type === "array") {
    const chosen = Array.isArray(value) ? value : [];
    return <ChoicesField label={label} choices={choices ?? []} chosen={chosen} onChange={onChange} />;
  }
  const text = typeof value === "string" ? value : "";
  return (
    <Field label={isRequired ? label : `${label} (optional)`} hint={hint}>
      {(control) =>
        choices === null ? (
          <input
            {...control}
            type={type === "number" || type === "integer" ? "number" : "text"}
            step={type === "integer" ? 1 : "any"}
            required={isRequired}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <select {...control} required={isRequired} value={text} onChange={(event) => onChange(event.target.value)}>
            <option value="" />
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}
