// What can be done with all selected learnings.
import { Button } from "../../parts/Button";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { SelectionBar } from "../../parts/SelectionBar";
import type { Learning } from "./learning";
import { reviewDecisions } from "./useLearningReview";
import type { useLearningReview } from "./useLearningReview";

interface Props extends ReturnType<typeof useLearningReview> {
  selected: readonly Learning[];
  onClear: () => void;
}

export function SelectedLearningsBar({ selected, decide, discard, onClear }: Props) {
  return (
    <SelectionBar what="learnings" count={selected.length} onClear={onClear}>
      {reviewDecisions.map((decision) => (
        <Button key={decision.status} onClick={() => decide(selected, decision)}>
          {decision.label} <ShortcutKeys keys={decision.keys} />
        </Button>
      ))}
      <Button look="bad" onClick={() => discard(selected)}>
        Move to the trash
      </Button>
    </SelectionBar>
  );
}
