import type { DragEventHandler } from "react";
import { Link } from "wouter";
import { useHref, useMay } from "../../project/project";
import type { Issue } from "../../domain/issues/issue";
import { Priority } from "../../domain/issues/Priority";
import { RunOf } from "../../domain/runs/RunOf";
import { SelectBox } from "../../parts/SelectBox";
import type { useRowKeys } from "../../parts/useRowKeys";
import style from "./IssueBoard.module.css";

interface Props {
  issue: Issue;
  isSelected: boolean;
  onToggle: () => void;
  onDragStart: DragEventHandler;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function IssueCard({ issue, isSelected, onToggle, onDragStart, rowProps }: Props) {
  const href = useHref();
  const mayWrite = useMay("work:write");
  const { id, title, status, priority, runId } = issue;
  return (
    <li className={style.card} draggable={mayWrite} onDragStart={onDragStart} {...rowProps}>
      <Link href={href(`issues/${id}`)} className={style.title} draggable={false}>
        <bdi>{title}</bdi>
      </Link>
      <div className={style.facts}>
        <Priority of={priority} />
        {runId !== null && status === "in_progress" && <RunOf runId={runId} />}
        <SelectBox what={`“${title}”`} isSelected={isSelected} onToggle={onToggle} />
      </div>
    </li>
  );
}
