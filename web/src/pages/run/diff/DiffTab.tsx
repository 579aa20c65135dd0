// What the agents of a run have changed, and the comments on it that wait for the agent.
import { useState } from "react";
import { Empty } from "../../../parts/Empty";
import { Shown } from "../../../parts/Shown";
import { CommentList } from "./comments/CommentList";
import { useComments } from "./comments/useComments";
import { DiffView } from "./DiffView";
import type { RunDetail } from "./run";
import { StepChoice } from "./StepChoice";
import { useDiffChoice } from "./useDiffChoice";
import { useDiffs } from "./useDiffs";

export default function DiffTab({ run }: { run: RunDetail }) {
  const { choices, chosen, shown, choose } = useDiffChoice(run);
  const diffs = useDiffs(shown);
  const comments = useComments(run.id);
  const [isReviewing, setReviewing] = useState(false);
  if (shown.length === 0) {
    return <Empty title="No changes yet">The diff of each step appears here when a runner has begun to work.</Empty>;
  }
  return (
    <>
      <Shown of={diffs}>
        {(parts) => (
          <DiffView
            key={chosen}
            parts={parts}
            comments={comments}
            onReview={() => setReviewing(true)}
            choice={<StepChoice choices={choices} chosen={chosen} onChoose={choose} />}
          />
        )}
      </Shown>
      {isReviewing && <CommentList run={run} diff={chosen} comments={comments} onClose={() => setReviewing(false)} />}
    </>
  );
}
