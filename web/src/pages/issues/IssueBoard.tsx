// A column for each state. Cards move by 1 to 4, by shift and an arrow, or by the mouse.
import { issueStatuses } from "#convex/issues/status";
import { useHasPermission } from "../../project/project";
import type { Issue, IssueStatus } from "../../domain/issues/issue";
import { useIssueMutations } from "../../domain/issues/useIssueMutations";
import { useCommands } from "../../shortcuts/commands";
import { EachRow, idOf } from "../../parts/EachRow";
import { MoreRows } from "../../parts/MoreRows";
import { toLabel } from "../../parts/Status";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { IssueGroupHeading } from "./IssueGroupHeading";
import { IssueCard } from "./IssueCard";
import type { IssueGroup } from "./useIssueGroups";
import style from "./IssueBoard.module.css";

interface Props {
  groups: readonly IssueGroup[];
  isSelected: (id: string) => boolean;
  onToggle: (id: string) => void;
  chosen: Issue | null;
  onChoose: (id: string) => void;
  rowProps: (id: string) => ListRowProps;
}

const dragged = "application/x-issue";

export function IssueBoard({ groups, isSelected, onToggle, chosen, onChoose, rowProps }: Props) {
  const mayWrite = useHasPermission("work:write");
  const { move } = useIssueMutations();
  const all = groups.flatMap(({ issues }) => issues);

  function drop(id: string, status: IssueStatus): void {
    const issue = all.find((each) => each.id === id);
    if (issue !== undefined && issue.status !== status) move([issue], { status });
  }

  /** The card at the same height in the next column that has cards. */
  function goSideways(step: 1 | -1): void {
    const column = groups.findIndex(({ issues }) => issues.some(({ id }) => id === chosen?.id));
    const height = groups[column]?.issues.findIndex(({ id }) => id === chosen?.id) ?? 0;
    const others = step === 1 ? groups.slice(column + 1) : groups.slice(0, Math.max(0, column)).toReversed();
    const next = others.find(({ issues }) => issues.length > 0)?.issues;
    const card = next?.[Math.min(height, next.length - 1)];
    if (card !== undefined) onChoose(card.id);
  }

  function moveSideways(step: 1 | -1): void {
    if (chosen === null) return;
    const status = issueStatuses[issueStatuses.findIndex((each) => each === chosen.status) + step];
    if (status !== undefined) move([chosen], { status });
  }

  const decidesAbout = chosen?.id ?? "";
  useCommands([
    { title: "Go to the next column", keys: "l", group: "Board", run: () => goSideways(1) },
    { title: "Go to the previous column", keys: "h", group: "Board", run: () => goSideways(-1) },
    ...(mayWrite
      ? [
          {
            title: "Move to the next column",
            keys: "shift+ArrowRight",
            group: "Board",
            decidesAbout,
            run: () => moveSideways(1),
          },
          {
            title: "Move to the previous column",
            keys: "shift+ArrowLeft",
            group: "Board",
            decidesAbout,
            run: () => moveSideways(-1),
          },
        ]
      : []),
  ]);

  return (
    <div className={style.board}>
      {groups.map((group) => (
        <section
          key={group.status}
          className={style.column}
          aria-label={toLabel(group.status)}
          onDragOver={(event) => {
            if (mayWrite && event.dataTransfer.types.includes(dragged)) event.preventDefault();
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop(event.dataTransfer.getData(dragged), group.status);
          }}
        >
          <h2 className={style.head}>
            <IssueGroupHeading group={group} />
          </h2>
          <ul className={style.cards}>
            <EachRow items={group.issues} keyOf={idOf} as="li">
              {(issue) => (
                <IssueCard
                  issue={issue}
                  isSelected={isSelected(issue.id)}
                  onToggle={() => onToggle(issue.id)}
                  onDragStart={(event) => event.dataTransfer.setData(dragged, issue.id)}
                  rowProps={rowProps(issue.id)}
                />
              )}
            </EachRow>
          </ul>
          <MoreRows hasMore={group.hasMore} onMore={group.onMore} />
        </section>
      ))}
    </div>
  );
}
