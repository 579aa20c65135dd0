// What the agents of a run have changed, and the comments on it that wait for the agent.
import { useState } from "react";
import { api } from "../../../../../convex/_generated/api";
import { useProjectQuery } from "../../../live/useProjectQuery";
import { Empty } from "../../../parts/Empty";
import { Shown } from "../../../parts/Shown";
import { CommentList } from "./comments/CommentList";
import { useComments } from "./comments/useComments";
import { DiffView } from "./DiffView";
import type { RunDetail } from "./run";
import { StepChoice } from "./StepChoice";
import { useDiffChoice } from "./useDiffChoice";

export default function DiffTab({ run }: { run: RunDetail }) {
  const { choices, chosen, choose } = useDiffChoice(run);
  const diff = useProjectQuery(api.sandboxes.dashboard.diff, chosen === null ? "skip" : { id: chosen.sandboxId });
  const comments = useComments(run.id);
  const [isReviewing, setReviewing] = useState(false);
  if (chosen === null) {
    return <Empty title="No changes yet">The diff of each step appears here when a runner has begun to work.</Empty>;
  }
  const choice = <StepChoice choices={choices} chosen={chosen.sandboxId} onChoose={choose} />;
  const isMissing = diff.kind === "refused" && diff.refusal.code === "NOT_FOUND";
  return (
    <>
      {isMissing ? (
        <DiffView
          name={chosen.sandboxId}
          text=""
          comments={comments}
          onReview={() => setReviewing(true)}
          choice={choice}
        />
      ) : (
        <Shown of={diff}>
          {({ diff: text }) => (
            <DiffView
              key={chosen.sandboxId}
              name={chosen.sandboxId}
              text={text}
              comments={comments}
              onReview={() => setReviewing(true)}
              choice={choice}
            />
          )}
        </Shown>
      )}
      {isReviewing && (
        <CommentList run={run} diff={chosen.sandboxId} comments={comments} onClose={() => setReviewing(false)} />
      )}
    </>
  );
}
