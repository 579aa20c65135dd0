// The two steps of a review that are asked for once more.
import { Confirm } from "../../parts/Confirm";

interface Props {
  count: number;
  change: () => Promise<unknown>;
  onClose: () => void;
}

const questions = (count: number) => (count === 1 ? "1 question" : `${count} questions`);

export function AcceptAll({ count, ...rest }: Props) {
  return (
    <Confirm title={`Accept ${questions(count)}?`} label="Accept all" keep="Go back" isGood {...rest}>
      The agent is told that its assumptions are right. You can still take this back before you finish the review.
    </Confirm>
  );
}

export function FinishEarly({ count, ...rest }: Props) {
  return (
    <Confirm title="Finish the review?" label="Finish" keep="Go back" isGood {...rest}>
      {questions(count)} {count === 1 ? "has" : "have"} no decision. The agent continues with its own assumptions there.
    </Confirm>
  );
}
