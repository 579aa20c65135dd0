// What a workflow is called, what it is for and where its runs begin.
import { FollowUpFields } from "../../domain/followUp/FollowUpFields";
import { QueueFields } from "../../domain/queue/QueueFields";
import { FieldRow, LongTextField, TextField } from "../../parts/Fields";
import type { WorkflowDraft } from "./workflowDraft";
import style from "./WorkflowEditor.module.css";

interface Props {
  draft: WorkflowDraft;
  change: (changes: Partial<WorkflowDraft>) => void;
  problemOf: (field: string | null) => string | undefined;
  isDisabled: boolean;
  /** A new workflow is named first. What is typed before would be keys of the page. */
  isNew: boolean;
}

export function WorkflowDetailsForm({ draft, change, problemOf, isDisabled, isNew }: Props) {
  return (
    <div className={style.about}>
      <FieldRow>
        <TextField
          label="Name"
          autoFocus={isNew}
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
      <details className={style.more}>
        <summary>Limits and order of its runs</summary>
        <div className={style.form}>
          <TextField
            label="How many may run at once"
            type="number"
            min={1}
            max={1000}
            hint="Others wait in the queue. If it is empty, there is no limit."
            value={draft.concurrencyLimit}
            isDisabled={isDisabled}
            problem={problemOf("concurrencyLimit")}
            onChange={(concurrencyLimit) => change({ concurrencyLimit })}
          />
          <QueueFields draft={draft} change={change} problemOf={problemOf} isDisabled={isDisabled} />
        </div>
      </details>
      <details className={style.more}>
        <summary>What follows its runs</summary>
        <div className={style.form}>
          <FollowUpFields
            draft={draft.followUp}
            change={(followUp) => change({ followUp })}
            problemOf={problemOf}
            otherwise="As the project’s settings say"
            isDisabled={isDisabled}
          />
        </div>
      </details>
    </div>
  );
}
