// What can be done with all selected learnings.
import { Button } from "../../parts/Button";
import { Keys } from "../../keys/Keys";
import { SelectionBar } from "../../parts/SelectionBar";
import type { Learning } from "./learning";
import { decisions } from "./useReview";
import type { useReview } from "./useReview";

interface Props extends ReturnType<typeof useReview> {
  selected: readonly Learning[];
  onNone: () => void;
}

export function SelectedBar({ selected, decide, discard, onNone }: Props) {
  return (
    <SelectionBar what="learnings" count={selected.length} onNone={onNone}>
      {decisions.map((decision) => (
        <Button key={decision.status} onClick={() => decide(selected, decision)}>
          {decision.label} <Keys of={decision.keys} />
        </Button>
      ))}
      <Button look="bad" onClick={() => discard(selected)}>
        Move to the trash
      </Button>
    </SelectionBar>
  );
}
