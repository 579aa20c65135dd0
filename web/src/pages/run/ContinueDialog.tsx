// Lets a run that is over continue in a round: with items of feedback, with what somebody writes, or with both.
import { api } from "#convex/_generated/api";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { ChoicesField } from "../../parts/ChoicesField";
import { LongTextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import { itemsText } from "./continuing";
import type { Run } from "./useRun";

interface Props {
  run: Pick<Run, "id">;
  /** The items that were chosen. Null offers all that are open and trusted. */
  feedbackIds: readonly string[] | null;
  onClose: () => void;
  onDone?: () => void;
}

/** As many as a round can be given. */
const firstOpen = { status: "open" as const, isTrusted: true, paginationOpts: { numItems: 100, cursor: null } };

export function ContinueDialog({ run: { id: runId }, feedbackIds, onClose, onDone }: Props) {
  const continueRun = useProjectMutation(api.runs.dashboard.continueRun);
  const open = useProjectQuery(
    api.feedback.dashboard.list,
    feedbackIds === null ? { id: runId, ...firstOpen } : "skip",
  );
  const form = useForm(`continue.${runId}`, { prompt: "", withOpen: true });
  const { draft, change, field } = form;
  const trusted = open.kind === "ready" ? open.value.page : [];
  const given = feedbackIds ?? (draft.withOpen ? trusted.map(({ id }) => id) : []);
  const prompt = draft.prompt.trim();
  // Without both the service takes all that is open and trusted, also what has come since this was shown.
  const isNamed = given.length > 0 && (feedbackIds !== null || prompt !== "");

  async function send(): Promise<void> {
    const { round } = await continueRun({
      runId,
      ...(prompt === "" ? {} : { prompt }),
      ...(isNamed ? { feedbackIds: [...given] } : {}),
    });
    showNotice({ tone: "good", text: `Round ${round} waits for a runner.` });
    onDone?.();
    onClose();
  }

  return (
    <FormDialog
      title={feedbackIds === null ? "Continue the run" : `Continue with ${itemsText(feedbackIds.length)}`}
      label="Continue"
      canSend={prompt !== "" || given.length > 0}
      form={form}
      send={send}
      onClose={onClose}
    >
      <LongTextField
        {...field("prompt")}
        label="What the agent should do"
        hint={
          given.length === 0
            ? "It works on the same branch, with the same pull request."
            : "The agent also sees the feedback. This may stay empty."
        }
      />
      {feedbackIds === null && (
        <ChoicesField
          label="Feedback"
          choices={
            trusted.length === 0
              ? []
              : [{ value: "open", label: `With ${itemsText(trusted.length)} of open feedback that is trusted` }]
          }
          chosen={draft.withOpen ? ["open"] : []}
          onChange={(chosen) => change({ withOpen: chosen.length > 0 })}
          emptyText={open.kind === "ready" ? "There is no open feedback that is trusted." : "Loading…"}
        />
      )}
    </FormDialog>
  );
}
