// Learnings one below the other, for somebody who reads and decides. The keys are about the chosen learning or, while
// several are selected, about all of these.
import { useState } from "react";
import { useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useSelection } from "../../parts/useSelection";
import { VirtualList } from "../../parts/VirtualRows";
import { LearningItem } from "./LearningItem";
import { SelectedLearningsBar } from "./SelectedLearningsBar";
import type { Learning } from "./learning";
import { reviewDecisions, useLearningReview } from "./useLearningReview";
import style from "./LearningList.module.css";

export function LearningList({ learnings }: { learnings: readonly Learning[] }) {
  const mayWrite = useHasPermission("work:write");
  const { selected, has, toggle, toggleAll, clear } = useSelection(learnings);
  const [editing, setEditing] = useState<string | null>(null);
  const { chosen, choose, show, rowProps } = useRowNavigation(
    learnings.map(({ id }) => id),
    "learning",
  );
  const currentId = chosen ?? learnings[0]?.id ?? null;
  const current = learnings.filter(({ id }) => id === currentId);
  const affected = selected.length > 0 ? selected : current;
  const { decide, discard } = useLearningReview(clear);

  function edit(id: string): void {
    choose(id);
    setEditing(id);
  }

  /** After a decision the next learning has its turn. */
  function chooseNext(): void {
    const index = learnings.findIndex(({ id }) => id === currentId);
    const next = learnings[index + 1] ?? learnings[index];
    if (next !== undefined) show(next.id);
  }

  const decidesAbout = affected.map(({ id }) => id).join(" ");
  const confirmation = {
    title:
      affected.length === 1 ? "Move the learning to the trash?" : `Move ${affected.length} learnings to the trash?`,
    text: "They can be restored from there until they are deleted for good.",
    label: "Move to the trash",
  };
  useCommands(
    mayWrite && currentId !== null
      ? [
          ...reviewDecisions.map((decision) => ({
            title: decision.label,
            keys: decision.keys,
            group: "Learning",
            decidesAbout,
            run: () => {
              if (selected.length === 0) chooseNext();
              decide(affected, decision);
            },
          })),
          { title: "Edit the learning", keys: "w", group: "Learning", run: () => edit(currentId) },
          { title: "Select", keys: "x", group: "Learning", run: () => toggle(currentId) },
          { title: "Select all shown", keys: "X", group: "Learning", run: toggleAll },
          {
            title: "Move to the trash",
            keys: "shift+Delete",
            group: "Learning",
            decidesAbout,
            confirmation,
            run: () => discard(affected),
          },
        ]
      : [],
  );

  return (
    <>
      <VirtualList
        items={learnings}
        chosen={chosen}
        attributesOf={({ id }) => ({
          className: style.item,
          ...rowProps(id),
          "data-current": id === currentId || undefined,
        })}
      >
        {(learning) => (
          <LearningItem
            learning={learning}
            isCurrent={learning.id === currentId}
            isSelected={has(learning.id)}
            isEditing={learning.id === editing}
            onToggle={() => toggle(learning.id)}
            onEdit={() => edit(learning.id)}
            onEdited={() => setEditing(null)}
            decide={(decision) => decide([learning], decision)}
            discard={() => discard([learning])}
          />
        )}
      </VirtualList>
      {mayWrite && selected.length > 0 && (
        <SelectedLearningsBar selected={selected} decide={decide} discard={discard} onClear={clear} />
      )}
    </>
  );
}
