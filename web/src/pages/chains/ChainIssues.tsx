// The issues of a work chain in the order in which it works on them.
import { Link, useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { IssueStatusLabel } from "../../domain/issues/IssueStatusLabel";
import { RunLink } from "../../domain/runs/RunLink";
import { useProjectList } from "../../live/projectHooks";
import { EachRow } from "../../parts/EachRow";
import { Loading } from "../../parts/Loading";
import { Status } from "../../parts/Status";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { countDoneIssues } from "./workChain";
import type { ChainIssue, WorkChain } from "./workChain";
import style from "./ChainItems.module.css";

export function ChainIssues({ chain }: { chain: WorkChain }) {
  const { issueIds, status, activeRunId, currentIssueIndex } = chain;
  const listed = useProjectList(api.workChains.dashboard.issues, { id: chain.id }, 100);
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { rowProps } = useRowNavigation(issueIds, "issue", (id) => navigate(href(`issues/${id}`)));
  if (listed.status === "LoadingFirstPage") return <Loading rows={issueIds.length} />;
  const byId = new Map(listed.results.map((issue) => [issue.id, issue]));
  const done = countDoneIssues(chain);
  return (
    <ol className={style.links}>
      <EachRow items={issueIds} keyOf={(id) => id} as="li">
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
  const href = useProjectHref();
  if (issue === undefined) return <span className={style.quiet}>This issue is deleted</span>;
  const runId = activeRunId ?? issue.runId;
  return (
    <>
      <Link href={href(`issues/${issue.id}`)} className={style.title}>
        <bdi>{issue.title}</bdi>
      </Link>
      <span className={style.run}>
        {runId !== null ? (
          <RunLink runId={runId} />
        ) : isCurrent ? (
          <Status status={issue.status} label="Its run is starting" />
        ) : (
          <IssueStatusLabel status={issue.status} />
        )}
      </span>
    </>
  );
}
