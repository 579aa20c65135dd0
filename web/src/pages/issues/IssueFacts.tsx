import { Link } from "wouter";
import { useHref, useMay } from "../../project/project";
import { levelChoices, statusChoices } from "../../domain/issues/issue";
import { IssueState } from "../../domain/issues/IssueState";
import type { Issue } from "../../domain/issues/issue";
import { Priority } from "../../domain/issues/Priority";
import { useIssueChanges } from "../../domain/issues/useIssueChanges";
import { RunOf } from "../../domain/runs/RunOf";
import { useSessionName } from "../../domain/sessions/useSessionName";
import { Fact, Facts } from "../../parts/Facts";
import { Select } from "../../parts/Select";
import { Ago } from "../../parts/Time";
import style from "./IssuePage.module.css";

export function IssueFacts({ issue }: { issue: Issue }) {
  const mayWrite = useMay("work:write");
  const { status, priority, runId, workChainId, sessionId, createdAt, resolvedAt } = issue;
  return (
    <Facts>
      <Fact name="State">{mayWrite ? <StatusChoice issue={issue} /> : <IssueState of={status} />}</Fact>
      <Fact name="Priority">{mayWrite ? <PriorityChoice issue={issue} /> : <Priority of={priority} hasWord />}</Fact>
      {runId !== null && (
        <Fact name="Run">
          <RunOf runId={runId} />
        </Fact>
      )}
      {workChainId !== null && (
        <Fact name="Chain">
          <ChainLink id={workChainId} />
        </Fact>
      )}
      {sessionId !== null && (
        <Fact name="Found by">
          <SessionLink id={sessionId} />
        </Fact>
      )}
      <Fact name="Written">
        <Ago at={createdAt} />
      </Fact>
      {resolvedAt !== null && (
        <Fact name="Resolved">
          <Ago at={resolvedAt} />
        </Fact>
      )}
    </Facts>
  );
}

function StatusChoice({ issue }: { issue: Issue }) {
  const { move } = useIssueChanges();
  return (
    <Select
      label="State"
      look="bare"
      value={issue.status}
      choices={statusChoices}
      onChange={(status) => move([issue], { status })}
    />
  );
}

function PriorityChoice({ issue }: { issue: Issue }) {
  const { move } = useIssueChanges();
  return (
    <Select
      label="Priority"
      look="bare"
      value={issue.priority}
      choices={levelChoices}
      onChange={(priority) => move([issue], { priority })}
    />
  );
}

function SessionLink({ id }: { id: string }) {
  const href = useHref();
  const name = useSessionName(id);
  return (
    <Link href={href(`sessions/${id}`)} className={style.link}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function ChainLink({ id }: { id: string }) {
  const href = useHref();
  return (
    <Link href={href(`chains/${id}`)} className={style.link}>
      Work chain
    </Link>
  );
}
