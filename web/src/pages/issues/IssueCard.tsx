import type { DragEventHandler } from "react";
import { Link } from "wouter";
import { useProjectHref, useHasPermission } from "../../project/project";
import type { Issue } from "../../domain/issues/issue";
import { PriorityLabel } from "../../domain/issues/PriorityLabel";
import { RunLink } from "../../domain/runs/RunLink";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import type { ListRowProps } from "../../parts/useRowNavigation";
import style from "./IssueBoard.module.css";

interface Props {
  issue: Issue;
  isSelected: boolean;
  onToggle: () => void;
  onDragStart: DragEventHandler;
  rowProps: ListRowProps;
}

export function IssueCard({ issue, isSelected, onToggle, onDragStart, rowProps }: Props) {
  const href = useProjectHref();
  const mayWrite = useHasPermission("work:write");
  const { id, title, status, priority, runId } = issue;
  return (
    <li className={style.card} draggable={mayWrite} onDragStart={onDragStart} {...rowProps}>
      <Link href={href(`issues/${id}`)} className={style.title} draggable={false}>
        <bdi>{title}</bdi>
      </Link>
      <div className={style.facts}>
        <PriorityLabel priority={priority} />
        {runId !== null && status === "in_progress" && <RunLink runId={runId} />}
        <SelectCheckbox what={`“${title}”`} isSelected={isSelected} onToggle={onToggle} />
      </div>
    </li>
  );
}
