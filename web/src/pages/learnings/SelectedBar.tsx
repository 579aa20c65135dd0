// What can be done with all selected learnings.
import { Button } from "../../parts/Button";
import { Keys } from "../../keys/Keys";
import type { Learning } from "./learning";
import { decisions } from "./useReview";
import type { useReview } from "./useReview";
import style from "./LearningList.module.css";

interface Props extends ReturnType<typeof useReview> {
  selected: readonly Learning[];
  onNone: () => void;
}

export function SelectedBar({ selected, decide, discard, onNone }: Props) {
  return (
    <div className={style.bar} role="toolbar" aria-label="Selected learnings">
      <strong>{selected.length} selected</strong>
      {decisions.map((decision) => (
        <Button key={decision.status} onClick={() => decide(selected, decision)}>
          {decision.label} <Keys of={decision.keys} />
        </Button>
      ))}
      <Button look="bad" onClick={() => discard(selected)}>
        Move to the trash
      </Button>
      <Button look="bare" onClick={onNone}>
        Select none
      </Button>
    </div>
  );
}
