import { IssueState } from "../../domain/issues/IssueState";
import { MoreRows } from "../../parts/MoreRows";
import type { useRowKeys } from "../../parts/useRowKeys";
import { IssueRow } from "./IssueRow";
import type { IssueGroup } from "./useIssueGroups";
import style from "./IssueList.module.css";

interface Props {
  groups: readonly IssueGroup[];
  isSelected: (id: string) => boolean;
  onToggle: (id: string) => void;
  rowProps: ReturnType<typeof useRowKeys>["rowProps"];
}

export function IssueList({ groups, isSelected, onToggle, rowProps }: Props) {
  return groups
    .filter(({ issues }) => issues.length > 0)
    .map(({ status, issues, hasMore, onMore }) => (
      <section key={status}>
        <h2 className={style.head}>
          <IssueState of={status} />
          <span className={style.count}>
            {issues.length}
            {hasMore && "+"}
          </span>
        </h2>
        <ul>
          {issues.map((issue) => (
            <IssueRow
              key={issue.id}
              issue={issue}
              isSelected={isSelected(issue.id)}
              onToggle={() => onToggle(issue.id)}
              rowProps={rowProps(issue.id)}
            />
          ))}
        </ul>
        <MoreRows hasMore={hasMore} onMore={onMore} />
      </section>
    ));
}
