// Starts a merge run from the open pull requests of runs. They are combined in the order in which they are chosen.
import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, FieldRow, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import { intoChoices, methodChoices } from "./mergeConfig";
import { PullRequestPicker } from "./PullRequestPicker";
import type { PullRequest } from "./PullRequestPicker";

const empty = { pullRequests: [] as PullRequest[], baseBranch: "", into: "branch", method: "merge" };

export function StartMergeDialog({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const start = useProjectMutation(api.merging.dashboard.start);
  const form = useForm(`merge.${project.id}`, empty);
  const { draft, field } = form;

  async function send(): Promise<void> {
    const { pullRequests, baseBranch, into, method } = draft;
    await start({
      pullRequests: pullRequests.map(({ prUrl, prNumber }) => ({ prUrl, prNumber })),
      baseBranch: baseBranch === "" ? null : baseBranch,
      config: { into, method },
    });
    onClose();
    showNotice({ tone: "good", text: "The merge is waiting for a runner." });
  }

  return (
    <FormDialog
      title="Merge pull requests"
      label="Merge"
      canSend={draft.pullRequests.length > 0}
      form={form}
      send={send}
      onClose={onClose}
    >
      <PullRequestPicker {...field("pullRequests")} />
      <TextField label="Base branch" placeholder="main" {...field("baseBranch")} />
      <FieldRow>
        <ChoiceField label="Target" choices={intoChoices} {...field("into", "config.into")} />
        <ChoiceField label="Method" choices={methodChoices} {...field("method", "config.method")} />
      </FieldRow>
    </FormDialog>
  );
}
