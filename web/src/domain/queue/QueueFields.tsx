// When runs go: which of them first, which never together, and what a new one does then.
import { maxPriority, minPriority } from "#convex/lib/sharedValues";
import { ChoiceField, FieldRow, TextField } from "../../parts/Fields";
import { ruleChoices } from "./queueFields";
import type { QueueDraft } from "./queueFields";

interface Props {
  draft: QueueDraft;
  change: (changes: Partial<QueueDraft>) => void;
  problemOf: (field: string) => string | undefined;
  isDisabled?: boolean;
}

export function QueueFields({ draft, change, problemOf, isDisabled = false }: Props) {
  return (
    <FieldRow>
      <TextField
        label="Priority"
        type="number"
        min={minPriority}
        max={maxPriority}
        placeholder="0"
        hint="The higher one goes first."
        value={draft.priority}
        isDisabled={isDisabled}
        problem={problemOf("priority")}
        onChange={(priority) => change({ priority })}
      />
      <TextField
        label="Conflict key"
        hint="Runs with the same key run one after the other."
        value={draft.conflictKey}
        isDisabled={isDisabled}
        problem={problemOf("conflictKey")}
        onChange={(conflictKey) => change({ conflictKey })}
      />
      <ChoiceField
        label="A new run with that key"
        choices={ruleChoices}
        value={draft.onConflict}
        isDisabled={isDisabled}
        problem={problemOf("onConflict")}
        onChange={(onConflict) => change({ onConflict })}
      />
    </FieldRow>
  );
}
