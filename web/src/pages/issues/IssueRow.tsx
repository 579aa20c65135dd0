import { Link } from "wouter";
import { useHref } from "../../project/project";
import type { Issue } from "../../domain/issues/issue";
import { Priority } from "../../domain/issues/Priority";
import { RunOf } from "../../domain/runs/RunOf";
import { SelectBox } from "../../parts/SelectBox";
import { Ago } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";
import style from "./IssueList.module.css";

interface Props {
  issue: Issue;
  isSelected: boolean;
  onToggle: () => void;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function IssueRow({ issue, isSelected, onToggle, rowProps }: Props) {
  const href = useHref();
  const { id, title, status, priority, runId, createdAt } = issue;
  return (
    <li className={style.row} {...rowProps}>
      <SelectBox what={`“${title}”`} isSelected={isSelected} onToggle={onToggle} />
      <Priority of={priority} />
      <Link href={href(`issues/${id}`)} className={style.title} title={title}>
        <bdi>{title}</bdi>
      </Link>
      <span className={style.run}>{runId !== null && status === "in_progress" && <RunOf runId={runId} />}</span>
      <span className={style.ago}>
        <Ago at={createdAt} />
      </span>
    </li>
  );
}
