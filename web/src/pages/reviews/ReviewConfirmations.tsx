// The two steps of a review that are asked for once more.
import { ConfirmDialog } from "../../parts/ConfirmDialog";

interface Props {
  count: number;
  change: () => Promise<unknown>;
  onClose: () => void;
}

const countText = (count: number) => (count === 1 ? "1 question" : `${count} questions`);

export function ConfirmAcceptAll({ count, ...rest }: Props) {
  return (
    <ConfirmDialog title={`Accept ${countText(count)}?`} label="Accept all" cancelLabel="Go back" isGood {...rest}>
      This tells the agent that its assumptions are right. You can still undo it before you finish the review.
    </ConfirmDialog>
  );
}

export function ConfirmFinishEarly({ count, ...rest }: Props) {
  return (
    <ConfirmDialog title="Finish the review?" label="Finish" cancelLabel="Go back" isGood {...rest}>
      {countText(count)} {count === 1 ? "has" : "have"} no decision. For these, the agent continues with its own
      assumptions.
    </ConfirmDialog>
  );
}
