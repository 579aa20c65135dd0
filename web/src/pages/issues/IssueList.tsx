import { EachRow, idOf } from "../../parts/EachRow";
import { MoreRows } from "../../parts/MoreRows";
import type { useRowNavigation } from "../../parts/useRowNavigation";
import { IssueGroupHeading } from "./IssueGroupHeading";
import { IssueRow } from "./IssueRow";
import type { IssueGroup } from "./useIssueGroups";
import style from "./IssueList.module.css";

interface Props {
  groups: readonly IssueGroup[];
  isSelected: (id: string) => boolean;
  onToggle: (id: string) => void;
  rowProps: ReturnType<typeof useRowNavigation>["rowProps"];
}

export function IssueList({ groups, isSelected, onToggle, rowProps }: Props) {
  return groups
    .filter(({ issues }) => issues.length > 0)
    .map((group) => (
      <section key={group.status}>
        <h2 className={style.head}>
          <IssueGroupHeading group={group} />
        </h2>
        <ul>
          <EachRow items={group.issues} keyOf={idOf} as="li">
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
