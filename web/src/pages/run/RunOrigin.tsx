// Where the run comes from, and where its work goes.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useHref } from "../../app/project";
import { wordsOf } from "../../parts/Status";
import { Exactly } from "../../parts/Time";
import type { Run } from "./useRun";
import style from "./RunSide.module.css";

export function RunOrigin({ run }: { run: Run }) {
  const href = useHref();
  const { issueId, recurringTaskId, sprintChainId, workChainId, scheduledFor, gitRepoUrl, repositorySlug } = run;
  return (
    <section className={style.section} aria-label="Origin">
      <h2>Origin</h2>
      <dl className={style.origin}>
        <Row name="Workflow">
          <Link href={href(`workflows/${run.workflowId}`)}>{run.workflow.name}</Link>
        </Row>
        <Row name="Made">
          <Exactly at={run.createdAt} /> by {wordsOf(run.source).toLowerCase()}
        </Row>
        {scheduledFor !== null && (
          <Row name="Scheduled">
            <Exactly at={scheduledFor} />
          </Row>
        )}
        {gitRepoUrl !== null && <Row name="Repository">{repositorySlug ?? gitRepoUrl}</Row>}
        {issueId !== null && (
          <Row name="Issue">
            <Link href={href(`issues/${issueId}`)}>Open the issue</Link>
          </Row>
        )}
        {recurringTaskId !== null && (
          <Row name="Task">
            <Link href={href(`recurring/${recurringTaskId}`)}>Open the recurring task</Link>
          </Row>
        )}
        {(sprintChainId ?? workChainId) !== null && (
          <Row name="Chain">
            <Link href={href(`chains/${sprintChainId ?? workChainId}`)}>Open the chain</Link>
          </Row>
        )}
      </dl>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
