// Step 2: a workflow, from a template or one that exists.
import { useProjectHref } from "../../../project/project";
import { TemplateChoices } from "../../../domain/workflows/TemplateChoices";
import { ButtonLink } from "../../../parts/Button";
import { ChoiceField } from "../../../parts/Fields";
import { GuideStep } from "./GuideStep";
import type { Guide } from "./useGuide";
import style from "./FirstRunGuide.module.css";

export function WorkflowStep({ guide: { form, workflows, workflow } }: { guide: Guide }) {
  const href = useProjectHref();
  return (
    <GuideStep number={2} title="Choose a workflow" isDone={workflow !== undefined}>
      {workflow === undefined ? (
        <>
          <p>A workflow defines the steps of a run, and what the agent of each step must do.</p>
          <TemplateChoices />
          <div className={style.actions}>
            <ButtonLink look="bare" href={href("workflows/new")}>
              Write your own
            </ButtonLink>
          </div>
        </>
      ) : workflows.length === 1 ? (
        <p>
          {workflow.name}: {workflow.steps.map(({ name }) => name).join(" → ")}
        </p>
      ) : (
        <ChoiceField
          label="Workflow"
          choices={workflows.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field("workflowId")}
          value={workflow.id}
        />
      )}
    </GuideStep>
  );
}
