// The steps of the workflow that the present iteration of an attempt has not begun.
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../../live/projectHooks";
import { Status } from "../../../parts/Status";
import type { Run, Step } from "../useRun";
import { comingSteps } from "./comingSteps";
import style from "./Timeline.module.css";

/** Shows nothing when the workflow is gone. */
export function ComingSteps({ run, steps }: { run: Run; steps: readonly Step[] }) {
  const workflow = useProjectQuery(api.workflows.dashboard.get, { id: run.workflowId });
  if (workflow.kind !== "ready") return null;
  return comingSteps(workflow.value.steps, steps).map(({ stepIndex, name }) => (
    <li key={stepIndex} className={style.coming}>
      <span className={style.name}>
        <Status status="pending" label={name} />
      </span>
      <span>to come</span>
    </li>
  ));
}
