// The issues of a work chain in the order in which it works on them.
import { Link, useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { IssueState } from "../../domain/issues/IssueState";
import { RunOf } from "../../domain/runs/RunOf";
import { useProjectList } from "../../live/useProjectQuery";
import { EachRow } from "../../parts/EachRow";
import { Loading } from "../../parts/Loading";
import { Status } from "../../parts/Status";
import { useRowKeys } from "../../parts/useRowKeys";
import { issuesDone } from "./workChain";
import type { ChainIssue, WorkChain } from "./workChain";
import style from "./Links.module.css";

export function ChainIssues({ chain }: { chain: WorkChain }) {
  const { issueIds, status, activeRunId, currentIssueIndex } = chain;
  const listed = useProjectList(api.workChains.dashboard.issues, { id: chain.id }, 100);
  const href = useHref();
  const [, navigate] = useLocation();
  const { rowProps } = useRowKeys(issueIds, "issue", (id) => navigate(href(`issues/${id}`)));
  if (listed.status === "LoadingFirstPage") return <Loading rows={issueIds.length} />;
  const byId = new Map(listed.results.map((issue) => [issue.id, issue]));
  const done = issuesDone(chain);
  return (
    <ol className={style.links}>
      <EachRow of={issueIds} keyOf={(id) => id} as="li">
        {(id, index) => (
          <li className={style.link} data-state={index < done ? "done" : undefined} {...rowProps(id)}>
            <span className={style.number}>{index + 1}</span>
            <Issue
              issue={byId.get(id)}
              isCurrent={index === currentIssueIndex && status === "running"}
              activeRunId={index === currentIssueIndex ? activeRunId : null}
            />
          </li>
        )}
      </EachRow>
    </ol>
  );
}

interface IssueProps {
  issue: ChainIssue | undefined;
  isCurrent: boolean;
  activeRunId: string | null;
}

function Issue({ issue, isCurrent, activeRunId }: IssueProps) {
  const href = useHref();
  if (issue === undefined) return <span className={style.quiet}>This issue is deleted</span>;
  const runId = activeRunId ?? issue.runId;
  return (
    <>
      <Link href={href(`issues/${issue.id}`)} className={style.title}>
        <bdi>{issue.title}</bdi>
      </Link>
      <span className={style.run}>
        {runId !== null ? (
          <RunOf runId={runId} />
        ) : isCurrent ? (
          <Status of={issue.status} label="Its run begins" />
        ) : (
          <IssueState of={issue.status} />
        )}
      </span>
    </>
  );
}
