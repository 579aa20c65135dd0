// All that a step says: who does it, what should be done, how long it may take and what it must end with.
import { stepRoles } from "#convex/lib/sharedValues";
import { oneOf } from "../../urlState/useAddressParameters";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { toLabel } from "../../parts/Status";
import type { StepDraft } from "./workflowDraft";
import { GateFields } from "./GateFields";
import { StepCommandsField } from "./StepCommandsField";
import { usePersonaChoices } from "./usePersonaChoices";
import style from "./WorkflowEditor.module.css";

interface Props {
  step: StepDraft;
  isDisabled: boolean;
  problemOf: (field: string) => string | undefined;
  onChange: (changes: Partial<StepDraft>) => void;
}

const roles = stepRoles.map((role) => ({ value: role, label: toLabel(role) }));

export function StepFields({ step, isDisabled, problemOf, onChange }: Props) {
  const personas = usePersonaChoices(step.personaId);
  return (
    <div className={style.form}>
      <FieldRow>
        <TextField
          label="Step name"
          value={step.name}
          isDisabled={isDisabled}
          problem={problemOf("name")}
          onChange={(name) => onChange({ name })}
        />
        <ChoiceField
          label="Role"
          choices={roles}
          value={step.role}
          isDisabled={isDisabled}
          problem={problemOf("role")}
          onChange={(role) => onChange({ role: oneOf(role, stepRoles) ?? step.role })}
        />
        <ChoiceField
          label="Persona"
          choices={personas}
          value={step.personaId}
          isDisabled={isDisabled}
          problem={problemOf("personaId")}
          onChange={(personaId) => onChange({ personaId })}
        />
      </FieldRow>
      <LongTextField
        label="Instructions"
        hint="The agent receives them after the prompt of the run."
        value={step.instructions}
        isDisabled={isDisabled}
        problem={problemOf("instructions")}
        onChange={(instructions) => onChange({ instructions })}
      />
      <StepCommandsField
        chosen={step.commandNames}
        isDisabled={isDisabled}
        problem={problemOf("commandNames")}
        onChange={(commandNames) => onChange({ commandNames })}
      />
      <FieldRow>
        <TextField
          label="Time limit in minutes"
          hint="If it is empty, there is no limit."
          type="number"
          min={0}
          step="any"
          value={step.minutes}
          isDisabled={isDisabled}
          problem={problemOf("timeoutMs")}
          onChange={(minutes) => onChange({ minutes })}
        />
        <TextField
          label="Retries"
          hint="How often a failed step is retried."
          type="number"
          min={0}
          max={10}
          value={step.retries}
          isDisabled={isDisabled}
          problem={problemOf("maxRetries")}
          onChange={(retries) => onChange({ retries })}
        />
      </FieldRow>
      <LongTextField
        label="Output schema"
        hint="A JSON Schema that the output of the step must fit. Without one the step may end with anything."
        isCode
        placeholder={'{ "type": "object", "properties": { "verdict": { "enum": ["pass", "fail"] } } }'}
        value={step.outputSchema}
        isDisabled={isDisabled}
        problem={problemOf("outputSchema")}
        onChange={(outputSchema) => onChange({ outputSchema })}
      />
      <GateFields
        gate={step.gate}
        isDisabled={isDisabled}
        problemOf={(field) => problemOf(`gate.${field}`)}
        onChange={(gate) => onChange({ gate })}
      />
      <LongTextField
        label="Artifacts"
        hint="Files to look at, such as screenshots: one pattern of paths in each line. They are kept with the run."
        isCode
        placeholder={"shots/**/*.png\nreport.txt"}
        value={step.artifacts}
        isDisabled={isDisabled}
        problem={problemOf("artifacts")}
        onChange={(artifacts) => onChange({ artifacts })}
      />
    </div>
  );
}
