import { MoreRows } from "../../parts/MoreRows";
import { VirtualList } from "../../parts/VirtualRows";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { IssueGroupHeading } from "./IssueGroupHeading";
import { IssueRow } from "./IssueRow";
import type { IssueGroup } from "./useIssueGroups";
import style from "./IssueList.module.css";

interface Props {
  groups: readonly IssueGroup[];
  isSelected: (id: string) => boolean;
  onToggle: (id: string) => void;
  /** The issue that the keys are about. */
  chosen: string | null;
  rowProps: (id: string) => ListRowProps;
}

export function IssueList({ groups, isSelected, onToggle, chosen, rowProps }: Props) {
  return groups
    .filter(({ issues }) => issues.length > 0)
    .map((group) => (
      <section key={group.status}>
        <h2 className={style.head}>
          <IssueGroupHeading group={group} />
        </h2>
        <VirtualList
          items={group.issues}
          chosen={chosen}
          attributesOf={({ id }) => ({ className: style.row, ...rowProps(id) })}
        >
          {(issue) => <IssueRow issue={issue} isSelected={isSelected(issue.id)} onToggle={() => onToggle(issue.id)} />}
        </VirtualList>
        <MoreRows hasMore={group.hasMore} onMore={group.onMore} />
      </section>
    ));
}
