// What must be shown before a step counts as done.
import { gateFailures, gateKinds, reportFormats } from "#convex/workflows/gateValues";
import { oneOf } from "../../urlState/useAddressParameters";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import type { GateDraft } from "./gateDraft";

interface Props {
  gate: GateDraft;
  isDisabled: boolean;
  /** Takes a field of the gate, such as `command`. */
  problemOf: (field: string) => string | undefined;
  onChange: (gate: GateDraft) => void;
}

const kinds = [
  { value: "", label: "None" },
  { value: "command", label: "A command passes" },
  { value: "judge", label: "A judge says pass" },
];
const failures = [
  { value: "repeat", label: "Repeat the workflow" },
  { value: "ask", label: "Ask a person" },
  { value: "fail", label: "Fail the run" },
];
const formats = [
  { value: "", label: "None" },
  { value: "junit", label: "JUnit" },
  { value: "tap", label: "TAP" },
];

export function GateFields({ gate, isDisabled, problemOf, onChange }: Props) {
  const change = (changes: Partial<GateDraft>) => onChange({ ...gate, ...changes });
  const shared = (field: string) => ({ isDisabled, problem: problemOf(field) });
  return (
    <>
      <FieldRow>
        <ChoiceField
          label="Gate"
          hint="The run is completed only when it has passed."
          choices={kinds}
          value={gate.kind}
          {...shared("kind")}
          onChange={(kind) => change({ kind: oneOf(kind, gateKinds) ?? "" })}
        />
        {gate.kind !== "" && (
          <ChoiceField
            label="When it has not passed"
            choices={failures}
            value={gate.onFail}
            {...shared("onFail")}
            onChange={(onFail) => change({ onFail: oneOf(onFail, gateFailures) ?? gate.onFail })}
          />
        )}
      </FieldRow>
      {gate.kind === "command" && (
        <>
          <TextField
            label="Command of the gate"
            hint="It runs in a clean checkout of the commit, without a shell: quotes keep words together."
            placeholder="npm test"
            value={gate.command}
            {...shared("command")}
            onChange={(command) => change({ command })}
          />
          <FieldRow>
            <TextField
              label="Minutes for the command"
              type="number"
              min={0}
              step="any"
              value={gate.minutes}
              {...shared("timeoutMs")}
              onChange={(minutes) => change({ minutes })}
            />
            <ChoiceField
              label="Report of its tests"
              choices={formats}
              value={gate.reportFormat}
              {...shared("report.format")}
              onChange={(format) => change({ reportFormat: oneOf(format, reportFormats) ?? "" })}
            />
            {gate.reportFormat !== "" && (
              <TextField
                label="Path of the report"
                placeholder="out/junit.xml"
                value={gate.reportPath}
                {...shared("report.path")}
                onChange={(reportPath) => change({ reportPath })}
              />
            )}
          </FieldRow>
        </>
      )}
      {gate.kind === "judge" && (
        <>
          <TextField
            label="Minimum score"
            hint="From 0 to 1. If it is empty, the word of the judge decides."
            type="number"
            min={0}
            max={1}
            step="any"
            value={gate.passAt}
            {...shared("passAt")}
            onChange={(passAt) => change({ passAt })}
          />
          <LongTextField
            label="What the judge looks for"
            value={gate.rubric}
            {...shared("rubric")}
            onChange={(rubric) => change({ rubric })}
          />
        </>
      )}
    </>
  );
}
