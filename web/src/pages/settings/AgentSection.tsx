// The instructions for agents in every run, and with which variables and under which name they work.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectAction, useProjectQuery } from "../../live/projectHooks";
import { FieldRow, LongTextField, TextField } from "../../parts/Fields";
import { showNotice } from "../../feedback/notices";
import { Section } from "../../parts/Section";
import { Loaded } from "../../parts/Loaded";
import { useForm } from "../../parts/useForm";
import { SaveBar } from "./SaveBar";
import { formatVariables, parseVariables } from "./variableLines";
import style from "./SettingsPage.module.css";

type Settings = FunctionReturnType<typeof api.settings.dashboard.get>;

export function AgentSection() {
  const settings = useProjectQuery(api.settings.dashboard.get, {});
  return <Loaded result={settings}>{(shown) => <AgentForm settings={shown} />}</Loaded>;
}

const texts = [
  "sandboxSystemPrompt",
  "agentMd",
  "issueDiscoveryPrompt",
  "gitCommitName",
  "gitCommitEmail",
  "learningModel",
  "mergingModel",
] as const;
const variables = ["envVars", "deployEnvVars"] as const;

function AgentForm({ settings }: { settings: Settings }) {
  const { id } = useProject();
  const update = useProjectAction(api.settings.dashboard.update);
  const { field, submit, isSending, problemOf } = useForm(`settings.${id}`, initialFields(settings));

  async function save(draft: ReturnType<typeof initialFields>): Promise<void> {
    const changed = Object.fromEntries(texts.map((name) => [name, draft[name] === "" ? null : draft[name]]));
    const lines = Object.fromEntries(variables.map((name) => [name, parseVariables(draft[name])]));
    await update({ ...changed, ...lines });
    showNotice({ tone: "good", text: "Saved. New runs use it." });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(save);
      }}
    >
      <Section title="Instructions for agents">
        <div className={style.form}>
          <LongTextField
            label="In every run"
            hint="The system prompt of all agents."
            {...field("sandboxSystemPrompt")}
          />
          <LongTextField
            label="AGENTS.md"
            hint="Copied into every worktree, next to the repository’s own."
            {...field("agentMd")}
          />
          <LongTextField label="When looking for issues" {...field("issueDiscoveryPrompt")} />
        </div>
      </Section>
      <Section title="Variables">
        <div className={style.form}>
          <LongTextField
            label="Agent variables"
            isCode
            hint="One NAME=value per line. Keys of providers belong under Provider keys."
            {...field("envVars")}
          />
          <LongTextField label="Deployment variables" isCode {...field("deployEnvVars")} />
        </div>
      </Section>
      <Section title="Commits and models">
        <div className={style.form}>
          <FieldRow>
            <TextField label="Name in commits" {...field("gitCommitName")} />
            <TextField label="Address in commits" type="email" {...field("gitCommitEmail")} />
          </FieldRow>
          <FieldRow>
            <TextField label="Model for learnings" {...field("learningModel")} />
            <TextField label="Model for merging" {...field("mergingModel")} />
          </FieldRow>
          <SaveBar isSending={isSending} problem={problemOf(null)} />
        </div>
      </Section>
    </form>
  );
}

function initialFields(settings: Settings) {
  return {
    sandboxSystemPrompt: settings.sandboxSystemPrompt ?? "",
    agentMd: settings.agentMd ?? "",
    issueDiscoveryPrompt: settings.issueDiscoveryPrompt ?? "",
    gitCommitName: settings.gitCommitName ?? "",
    gitCommitEmail: settings.gitCommitEmail ?? "",
    learningModel: settings.learningModel ?? "",
    mergingModel: settings.mergingModel ?? "",
    envVars: formatVariables(settings.envVars),
    deployEnvVars: formatVariables(settings.deployEnvVars),
  };
}
