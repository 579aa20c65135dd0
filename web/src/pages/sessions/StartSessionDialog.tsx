// Lets an agent look for issues.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useProject } from "../../project/project";
import { useProjectMutation } from "../../live/projectHooks";
import { FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";
import style from "./StartSessionDialog.module.css";

const empty = { prompt: "", templateId: "", memoryMb: "", cpuCount: "", minutes: "" };

export function StartSessionDialog({ onClose }: { onClose: () => void }) {
  const { id: projectId } = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const start = useProjectMutation(api.issueSessions.dashboard.start);
  const form = useForm(`session.${projectId}`, empty);
  const { draft, field } = form;

  async function send(): Promise<void> {
    const { prompt, templateId, memoryMb, cpuCount, minutes } = draft;
    const { id } = await start({
      prompt,
      ...(templateId === "" ? {} : { templateId }),
      ...(memoryMb === "" ? {} : { memoryMb: Number(memoryMb) }),
      ...(cpuCount === "" ? {} : { cpuCount: Number(cpuCount) }),
      ...(minutes === "" ? {} : { timeoutMs: Number(minutes) * 60_000 }),
    });
    onClose();
    navigate(href(`sessions/${id}`));
  }

  return (
    <FormDialog
      title="Start an issue session"
      label="Start"
      canSend={draft.prompt.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <LongTextField label="What should the agent look for?" autoFocus {...field("prompt")} />
      <details className={style.more}>
        <summary>Sandbox and time limit</summary>
        <div className={style.fields}>
          <TextField label="Template" hint="If it is empty, the project's template is used." {...field("templateId")} />
          <FieldRow>
            <TextField label="Memory in MB" type="number" min={256} max={65_536} {...field("memoryMb")} />
            <TextField label="Processors" type="number" min={1} max={32} {...field("cpuCount")} />
            <TextField label="Minutes" type="number" min={1} max={1440} {...field("minutes", "timeoutMs")} />
          </FieldRow>
        </div>
      </details>
    </FormDialog>
  );
}
