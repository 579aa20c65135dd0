import { Link } from "wouter";
import { useProjectHref, useHasPermission } from "../../project/project";
import { priorityChoices, statusChoices } from "../../domain/issues/issue";
import { IssueStatusLabel } from "../../domain/issues/IssueStatusLabel";
import type { Issue } from "../../domain/issues/issue";
import { PriorityLabel } from "../../domain/issues/PriorityLabel";
import { useIssueMutations } from "../../domain/issues/useIssueMutations";
import { RunLink } from "../../domain/runs/RunLink";
import { useSessionName } from "../../domain/sessions/useSessionName";
import { Fact, Facts } from "../../parts/Facts";
import { Select } from "../../parts/Select";
import { TimeAgo } from "../../parts/Time";
import style from "./IssuePage.module.css";

export function IssueFacts({ issue }: { issue: Issue }) {
  const mayWrite = useHasPermission("work:write");
  const { status, priority, runId, workChainId, sessionId, createdAt, resolvedAt } = issue;
  return (
    <Facts>
      <Fact name="State">{mayWrite ? <StatusChoice issue={issue} /> : <IssueStatusLabel status={status} />}</Fact>
      <Fact name="Priority">
        {mayWrite ? <PriorityChoice issue={issue} /> : <PriorityLabel priority={priority} isWordVisible />}
      </Fact>
      {runId !== null && (
        <Fact name="Run">
          <RunLink runId={runId} />
        </Fact>
      )}
      {workChainId !== null && (
        <Fact name="Chain">
          <ChainLink id={workChainId} />
        </Fact>
      )}
      {sessionId !== null && (
        <Fact name="From">
          <SessionLink id={sessionId} />
        </Fact>
      )}
      <Fact name="Created">
        <TimeAgo at={createdAt} />
      </Fact>
      {resolvedAt !== null && (
        <Fact name="Resolved">
          <TimeAgo at={resolvedAt} />
        </Fact>
      )}
    </Facts>
  );
}

function StatusChoice({ issue }: { issue: Issue }) {
  const { move } = useIssueMutations();
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
  const { move } = useIssueMutations();
  return (
    <Select
      label="Priority"
      look="bare"
      value={issue.priority}
      choices={priorityChoices}
      onChange={(priority) => move([issue], { priority })}
    />
  );
}

function SessionLink({ id }: { id: string }) {
  const href = useProjectHref();
  const name = useSessionName(id);
  return (
    <Link href={href(`sessions/${id}`)} className={style.link}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function ChainLink({ id }: { id: string }) {
  const href = useProjectHref();
  return (
    <Link href={href(`chains/${id}`)} className={style.link}>
      Work chain
    </Link>
  );
}
