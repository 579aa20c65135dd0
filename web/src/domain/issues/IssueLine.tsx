// An issue on one line, with its state, where issues are not grouped by it.
import { Link } from "wouter";
import { useProjectHref } from "../../project/project";
import { RunLink } from "../runs/RunLink";
import type { ListRowProps } from "../../parts/useRowNavigation";
import type { Issue } from "./issue";
import { IssueStatusLabel } from "./IssueStatusLabel";
import { PriorityLabel } from "./PriorityLabel";
import style from "./IssueLine.module.css";

interface Props {
  issue: Issue;
  rowProps: ListRowProps;
}

export function IssueLine({ issue: { id, title, status, priority, runId }, rowProps }: Props) {
  const href = useProjectHref();
  return (
    <li className={style.line} {...rowProps}>
      <PriorityLabel priority={priority} />
      <Link href={href(`issues/${id}`)} className={style.title} title={title}>
        <bdi>{title}</bdi>
      </Link>
      {runId !== null && <RunLink runId={runId} />}
      <IssueStatusLabel status={status} />
    </li>
  );
}
