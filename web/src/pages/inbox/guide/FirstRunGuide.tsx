// The inbox of a project that has never completed a run: four steps, which tick themselves off while they happen.
import { ConnectStep } from "./ConnectStep";
import { RepositoryStep } from "./RepositoryStep";
import { StartStep } from "./StartStep";
import { useGuide } from "./useGuide";
import { WorkflowStep } from "./WorkflowStep";
import { useProject } from "../../../project/project";
import style from "./FirstRunGuide.module.css";

export default function FirstRunGuide() {
  const { name } = useProject();
  const guide = useGuide();
  return (
    <section className={style.guide} aria-labelledby="first-run">
      <h2 id="first-run">
        The first run of <bdi>{name}</bdi>
      </h2>
      <p>Four steps. After that, what needs you appears here: questions, reviews, failures and pull requests.</p>
      <ol className={style.steps}>
        <ConnectStep guide={guide} />
        <WorkflowStep guide={guide} />
        <RepositoryStep guide={guide} />
        <StartStep guide={guide} />
      </ol>
    </section>
  );
}
