// An issue on one line, with its state, where issues are not grouped by it.
import { Link } from "wouter";
import { useHref } from "../../project/project";
import { RunOf } from "../runs/RunOf";
import type { useRowKeys } from "../../parts/useRowKeys";
import type { Issue } from "./issue";
import { IssueState } from "./IssueState";
import { Priority } from "./Priority";
import style from "./IssueLine.module.css";

interface Props {
  issue: Issue;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function IssueLine({ issue: { id, title, status, priority, runId }, rowProps }: Props) {
  const href = useHref();
  return (
    <li className={style.line} {...rowProps}>
      <Priority of={priority} />
      <Link href={href(`issues/${id}`)} className={style.title} title={title}>
        <bdi>{title}</bdi>
      </Link>
      {runId !== null && <RunOf runId={runId} />}
      <IssueState of={status} />
    </li>
  );
}
