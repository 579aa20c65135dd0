// Restarts a run: from its beginning or from one of its steps, whose results before it are kept, and with another task
// if somebody writes one.
import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, LongTextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import type { Run } from "./useRun";

const fromBeginning = "";

export function RestartDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const restart = useProjectMutation(api.runs.dashboard.restart);
  const form = useForm(`restart.${run.id}`, {
    fromStep: fromBeginning,
    prompt: run.prompt,
  });
  const { draft, field } = form;
  const steps = run.steps.filter(({ attempt, stepIndex }) => attempt === run.attempt && stepIndex > 0);

  async function send(): Promise<void> {
    const { fromStep, prompt } = draft;
    await restart({
      runId: run.id,
      ...(fromStep === fromBeginning ? {} : { fromStep: Number(fromStep) }),
      ...(prompt.trim() === run.prompt ? {} : { prompt: prompt.trim() }),
    });
    showNotice({ tone: "good", text: "A new attempt waits for a runner." });
    onClose();
  }

  return (
    <FormDialog
      title="Restart the run"
      label="Restart"
      canSend={draft.prompt.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <ChoiceField
        {...field("fromStep")}
        label="From"
        hint="Earlier steps keep their results."
        choices={[
          { value: fromBeginning, label: "The beginning" },
          ...uniqueSteps(steps).map(({ stepIndex, name }) => ({
            value: String(stepIndex),
            label: `Step ${stepIndex + 1}, ${name}`,
          })),
        ]}
      />
      <LongTextField {...field("prompt")} label="Task" hint="Change it if the agent should do something else." />
    </FormDialog>
  );
}

/** A step may have been done several times. */
function uniqueSteps<Step extends { stepIndex: number }>(steps: readonly Step[]): Step[] {
  return steps.filter((step, index) => steps.findIndex(({ stepIndex }) => stepIndex === step.stepIndex) === index);
}
