// Ready workflows for a project that has none. One click makes one.
import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { Button } from "../../parts/Button";
import { workflowTemplates } from "./templates";
import type { WorkflowTemplate } from "./templates";
import style from "./TemplateChoices.module.css";

export function TemplateChoices() {
  const create = useProjectMutation(api.workflows.dashboard.create);
  const { perform, isPending } = usePerform();
  const use = ({ name, about, steps }: WorkflowTemplate) =>
    void perform(() => create({ name, description: about, steps: [...steps] }));
  return (
    <ul className={style.templates}>
      {workflowTemplates.map((template) => (
        <li key={template.name} className={style.template}>
          <h4>{template.name}</h4>
          <p>{template.about}</p>
          <p className={style.steps}>{template.steps.map(({ name }) => name).join(" → ")}</p>
          <Button disabled={isPending} aria-label={`Use this: ${template.name}`} onClick={() => use(template)}>
            Use this
          </Button>
        </li>
      ))}
    </ul>
  );
}
