// What a workflow is called, what it is for and where its runs begin.
import { FieldRow, LongTextField, TextField } from "../../parts/Fields";
import type { WorkflowDraft } from "./workflowDraft";
import style from "./WorkflowEditor.module.css";

interface Props {
  draft: WorkflowDraft;
  change: (changes: Partial<WorkflowDraft>) => void;
  problemOf: (field: string | null) => string | undefined;
  isDisabled: boolean;
}

export function WorkflowDetailsForm({ draft, change, problemOf, isDisabled }: Props) {
  return (
    <div className={style.about}>
      <FieldRow>
        <TextField
          label="Name"
          value={draft.name}
          isDisabled={isDisabled}
          problem={problemOf("name")}
          onChange={(name) => change({ name })}
        />
        <TextField
          label="Base branch"
          placeholder="main"
          value={draft.defaultBranch}
          isDisabled={isDisabled}
          problem={problemOf("defaultBranch")}
          onChange={(defaultBranch) => change({ defaultBranch })}
        />
      </FieldRow>
      <LongTextField
        label="Description"
        value={draft.description}
        isDisabled={isDisabled}
        problem={problemOf("description")}
        onChange={(description) => change({ description })}
      />
      <label className={style.check}>
        <input
          type="checkbox"
          checked={draft.isEnabled}
          disabled={isDisabled}
          onChange={(event) => change({ isEnabled: event.target.checked })}
        />
        Enabled: runs can be started with it
      </label>
    </div>
  );
}
