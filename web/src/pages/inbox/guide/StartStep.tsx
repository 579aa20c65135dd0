// Step 4: what should be done. Starting opens the run.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { findAddressProblem } from "#convex/lib/repositoryAddress";
import { RunLink } from "../../../domain/runs/RunLink";
import { workflowTemplates } from "../../../domain/workflows/templates";
import { useProjectHref } from "../../../project/project";
import { useProjectList, useProjectMutation } from "../../../live/projectHooks";
import { Button } from "../../../parts/Button";
import { ErrorText } from "../../../parts/ErrorText";
import { LongTextField } from "../../../parts/Fields";
import { ShortcutKeys } from "../../../shortcuts/ShortcutKeys";
import { GuideStep } from "./GuideStep";
import type { Guide } from "./useGuide";
import style from "./FirstRunGuide.module.css";

export function StartStep({ guide }: { guide: Guide }) {
  const { form, workflow, repository, check, connection } = guide;
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const start = useProjectMutation(api.runs.dashboard.start);
  const [newest] = useProjectList(api.runs.dashboard.list, {}, 1).results;
  const missing = whatIsMissing(guide);
  const isReady = missing === null && form.draft.prompt.trim() !== "" && !form.isSending;
  const example = workflowTemplates.find(({ name }) => name === workflow?.name)?.example;

  async function send(): Promise<void> {
    if (workflow === undefined) return;
    const { runNumber } = await start({
      workflowId: workflow.id,
      prompt: form.draft.prompt,
      gitRepoUrl: repository,
      ...(check?.baseBranch == null ? {} : { branchName: check.baseBranch }),
    });
    navigate(href(`runs/${runNumber}`));
  }

  const submit = () => {
    if (isReady) void form.submit(send);
  };
  return (
    <GuideStep number={4} title="Start a run" isDone={false}>
      {newest !== undefined && <RunLink runId={newest.id} />}
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
        }}
      >
        <LongTextField
          label="What should be done?"
          {...(example === undefined ? {} : { placeholder: `For example: ${example}` })}
          {...form.field("prompt")}
        />
        <ErrorText text={form.problemOf(null)} />
        <div className={style.actions}>
          <Button type="submit" look="main" disabled={!isReady}>
            Start the run <ShortcutKeys keys="mod+Enter" />
          </Button>
          {missing !== null && <span>{missing}</span>}
          {missing === null && connection?.isConnected === false && <span>It begins when a runner is connected.</span>}
        </div>
      </form>
    </GuideStep>
  );
}

function whatIsMissing({ workflow, repository, check }: Guide): string | null {
  if (workflow === undefined) return "Choose a workflow first.";
  if (repository.trim() === "" || findAddressProblem(repository) !== null) return "Name a repository first.";
  return check?.status === "failed" ? "The repository cannot be used yet." : null;
}
