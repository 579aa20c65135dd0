// Learnings one below the other, for somebody who reads and decides. The keys are about the chosen learning or, while
// several are selected, about all of these.
import { useState } from "react";
import { useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { EachRow, ownId } from "../../parts/EachRow";
import { useRowKeys } from "../../parts/useRowKeys";
import { useSelection } from "../../parts/useSelection";
import { LearningItem } from "./LearningItem";
import { SelectedBar } from "./SelectedBar";
import type { Learning } from "./learning";
import { decisions, useReview } from "./useReview";
import style from "./LearningList.module.css";

export function LearningList({ learnings }: { learnings: readonly Learning[] }) {
  const mayWrite = useMay("work:write");
  const { selected, has, toggle, toggleAll, clear } = useSelection(learnings);
  const [editing, setEditing] = useState<string | null>(null);
  const { chosen, choose, rowProps } = useRowKeys(
    learnings.map(({ id }) => id),
    "learning",
  );
  const currentId = chosen ?? learnings[0]?.id ?? null;
  const current = learnings.filter(({ id }) => id === currentId);
  const meant = selected.length > 0 ? selected : current;
  const { decide, discard } = useReview(clear);

  function edit(id: string): void {
    choose(id);
    setEditing(id);
  }

  /** After a decision the next learning has its turn. */
  function chooseNext(): void {
    const place = learnings.findIndex(({ id }) => id === currentId);
    const next = learnings[place + 1] ?? learnings[place];
    if (next === undefined) return;
    choose(next.id);
    document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: "nearest" });
  }

  const decides = meant.map(({ id }) => id).join(" ");
  const asks = {
    title: meant.length === 1 ? "Move the learning to the trash?" : `Move ${meant.length} learnings to the trash?`,
    text: "They can be restored from there until they are removed for good.",
    label: "Move to the trash",
  };
  useCommands(
    mayWrite && currentId !== null
      ? [
          ...decisions.map((decision) => ({
            title: decision.label,
            keys: decision.keys,
            group: "Learning",
            decides,
            run: () => {
              if (selected.length === 0) chooseNext();
              decide(meant, decision);
            },
          })),
          { title: "Change the text", keys: "w", group: "Learning", run: () => edit(currentId) },
          { title: "Select", keys: "x", group: "Learning", run: () => toggle(currentId) },
          { title: "Select all that are shown", keys: "X", group: "Learning", run: toggleAll },
          {
            title: "Move to the trash",
            keys: "shift+Delete",
            group: "Learning",
            decides,
            asks,
            run: () => discard(meant),
          },
        ]
      : [],
  );

  return (
    <>
      <ul className={style.items}>
        <EachRow of={learnings} keyOf={ownId} as="li">
          {(learning) => (
            <LearningItem
              learning={learning}
              isCurrent={learning.id === currentId}
              isSelected={has(learning.id)}
              isEditing={learning.id === editing}
              rowProps={rowProps(learning.id)}
              onToggle={() => toggle(learning.id)}
              onEdit={() => edit(learning.id)}
              onEdited={() => setEditing(null)}
              decide={(decision) => decide([learning], decision)}
              discard={() => discard([learning])}
            />
          )}
        </EachRow>
      </ul>
      {mayWrite && selected.length > 0 && (
        <SelectedBar selected={selected} decide={decide} discard={discard} onNone={clear} />
      )}
    </>
  );
}
