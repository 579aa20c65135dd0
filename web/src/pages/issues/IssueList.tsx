import { EachRow, ownId } from "../../parts/EachRow";
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
          <EachRow of={group.issues} keyOf={ownId} as="li">
            {(issue) => (
              <IssueRow
                issue={issue}
                isSelected={isSelected(issue.id)}
                onToggle={() => onToggle(issue.id)}
                rowProps={rowProps(issue.id)}
              />
            )}
          </EachRow>
        </ul>
        <MoreRows hasMore={group.hasMore} onMore={group.onMore} />
      </section>
    ));
}
