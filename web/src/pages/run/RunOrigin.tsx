// Where the run comes from, and where its work goes.
import { Link } from "wouter";
import { starterText } from "../../domain/runs/actorText";
import { useProjectHref } from "../../project/project";
import { Fact, FactRows } from "../../parts/Facts";
import { ExactTime } from "../../parts/Time";
import type { Run } from "./useRun";
import style from "./RunSidebar.module.css";

export function RunOrigin({ run }: { run: Run }) {
  const href = useProjectHref();
  const { issueId, recurringTaskId, sprintChainId, workChainId, scheduledFor, gitRepoUrl, repositorySlug } = run;
  return (
    <section className={style.section} aria-label="Origin">
      <h2>Origin</h2>
      <FactRows>
        <Fact name="Workflow">
          <Link href={href(`workflows/${run.workflowId}`)}>{run.workflow.name}</Link>
        </Fact>
        <Fact name="Started by">
          <bdi>{starterText(run)}</bdi>
        </Fact>
        <Fact name="Created">
          <ExactTime at={run.createdAt} />
        </Fact>
        {scheduledFor !== null && (
          <Fact name="Scheduled">
            <ExactTime at={scheduledFor} />
          </Fact>
        )}
        {gitRepoUrl !== null && <Fact name="Repository">{repositorySlug ?? gitRepoUrl}</Fact>}
        {run.labels.length > 0 && <Fact name="Labels">{run.labels.join(", ")}</Fact>}
        {run.priority !== 0 && <Fact name="Priority">{run.priority}</Fact>}
        {run.conflictKey !== null && <Fact name="Conflict key">{run.conflictKey}</Fact>}
        {issueId !== null && (
          <Fact name="Issue">
            <Link href={href(`issues/${issueId}`)}>Open the issue</Link>
          </Fact>
        )}
        {recurringTaskId !== null && (
          <Fact name="Task">
            <Link href={href(`recurring/${recurringTaskId}`)}>Open the recurring task</Link>
          </Fact>
        )}
        {(sprintChainId ?? workChainId) !== null && (
          <Fact name="Chain">
            <Link href={href(`chains/${sprintChainId ?? workChainId}`)}>Open the chain</Link>
          </Fact>
        )}
      </FactRows>
    </section>
  );
}
