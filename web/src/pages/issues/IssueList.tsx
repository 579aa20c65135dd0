import { MoreRows } from "../../parts/MoreRows";
import type { useRowKeys } from "../../parts/useRowKeys";
import { GroupName } from "./GroupName";
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
    .map((group) => (
      <section key={group.status}>
        <h2 className={style.head}>
          <GroupName group={group} />
        </h2>
        <ul>
          {group.issues.map((issue) => (
            <IssueRow
              key={issue.id}
              issue={issue}
              isSelected={isSelected(issue.id)}
              onToggle={() => onToggle(issue.id)}
              rowProps={rowProps(issue.id)}
            />
          ))}
        </ul>
        <MoreRows hasMore={group.hasMore} onMore={group.onMore} />
      </section>
    ));
}
