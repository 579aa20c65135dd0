// Whether runs continue by themselves when they are over, for what, how often, and who may cause it.
import { trustRules } from "#convex/lib/sharedValues";
import { oneOf } from "../../urlState/useAddressParameters";
import { ChoicesField } from "../../parts/ChoicesField";
import { ChoiceField, FieldRow, LongTextField, TextField } from "../../parts/Fields";
import type { FollowUpDraft } from "./followUpDraft";

interface Props {
  draft: FollowUpDraft;
  change: (draft: FollowUpDraft) => void;
  /** Receives a field of a request, such as `followUp.maxRounds`. */
  problemOf: (field: string) => string | undefined;
  /** What holds without a rule. */
  otherwise: string;
  isDisabled?: boolean;
}

const causes = [
  { value: "checks", label: "Failed checks" },
  { value: "reviews", label: "Reviews and comments" },
  { value: "conflicts", label: "Conflicts with the base branch" },
];
const trust = [
  { value: "write", label: "Those of people who can write to the repository, and of those listed" },
  { value: "listed", label: "Only those of people and programs listed" },
];

export function FollowUpFields({ draft, change, problemOf, otherwise, isDisabled = false }: Props) {
  const field = (name: "maxRounds" | "quietSeconds" | "trusted", as: string) => ({
    value: draft[name],
    problem: problemOf(`followUp.${as}`),
    isDisabled,
    onChange: (value: string) => change({ ...draft, [name]: value }),
  });
  return (
    <>
      <ChoiceField
        label="When a run is over"
        hint="Its pull request must be open. Each round costs money."
        choices={[
          { value: "", label: otherwise },
          { value: "on", label: "It continues by itself, by this rule" },
        ]}
        value={draft.isOn ? "on" : ""}
        isDisabled={isDisabled}
        onChange={(value) => change({ ...draft, isOn: value === "on" })}
      />
      {draft.isOn && (
        <>
          <ChoicesField
            label="It continues for"
            choices={causes}
            chosen={draft.causes}
            isDisabled={isDisabled}
            onChange={(chosen) =>
              change({ ...draft, causes: causes.map(({ value }) => value).filter((each) => chosen.includes(each)) })
            }
          />
          <FieldRow>
            <TextField
              label="Maximum automatic rounds"
              type="number"
              min={0}
              max={20}
              hint="After that the inbox says that feedback waits."
              {...field("maxRounds", "maxRounds")}
            />
            <TextField
              label="Wait before a round (seconds)"
              type="number"
              min={10}
              max={3600}
              step="any"
              hint="Nothing new may come for this time."
              {...field("quietSeconds", "quietMs")}
            />
          </FieldRow>
          <ChoiceField
            label="Trusted authors"
            hint="What others say is shown, and steers nothing until somebody chooses it."
            choices={trust}
            value={draft.trust}
            isDisabled={isDisabled}
            onChange={(value) => change({ ...draft, trust: oneOf(value, trustRules) ?? draft.trust })}
          />
          <LongTextField
            label="Listed logins"
            hint="One per line, such as that of a program that reviews."
            {...field("trusted", "trusted")}
          />
        </>
      )}
    </>
  );
}
