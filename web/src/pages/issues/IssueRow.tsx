import { Link } from "wouter";
import { useProjectHref } from "../../project/project";
import type { Issue } from "../../domain/issues/issue";
import { PriorityLabel } from "../../domain/issues/PriorityLabel";
import { RunLink } from "../../domain/runs/RunLink";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import { TimeAgo } from "../../parts/Time";
import style from "./IssueList.module.css";

interface Props {
  issue: Issue;
  isSelected: boolean;
  onToggle: () => void;
}

export function IssueRow({ issue, isSelected, onToggle }: Props) {
  const href = useProjectHref();
  const { id, title, status, priority, runId, createdAt } = issue;
  return (
    <>
      <SelectCheckbox what={`“${title}”`} isSelected={isSelected} onToggle={onToggle} />
      <PriorityLabel priority={priority} />
      <Link href={href(`issues/${id}`)} className={style.title} title={title}>
        <bdi>{title}</bdi>
      </Link>
      <span className={style.run}>{runId !== null && status === "in_progress" && <RunLink runId={runId} />}</span>
      <span className={style.ago}>
        <TimeAgo at={createdAt} />
      </span>
    </>
  );
}
