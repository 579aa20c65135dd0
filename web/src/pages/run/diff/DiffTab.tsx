// What the agents of a run have changed, and the comments on it that wait for the agent.
import { useState } from "react";
import { ContentBoundary } from "../../../parts/ContentBoundary";
import { EmptyState } from "../../../parts/EmptyState";
import { Loaded } from "../../../parts/Loaded";
import { isOver } from "../continuing";
import { AgentComments } from "./comments/AgentComments";
import { RoundComments } from "./comments/RoundComments";
import { useComments } from "./comments/useComments";
import { ArtifactsOfRun } from "./ArtifactsOfRun";
import { DiffView } from "./DiffView";
import type { RunDetail } from "./runDetail";
import { StepSelect } from "./StepSelect";
import { useDiffChoice } from "./useDiffChoice";
import { useDiffs } from "./useDiffs";
import style from "./DiffTab.module.css";

export default function DiffTab({ run }: { run: RunDetail }) {
  const { choices, chosen, shown, choose } = useDiffChoice(run);
  const diffs = useDiffs(shown);
  const comments = useComments(run.id);
  const [isReviewing, setReviewing] = useState(false);
  if (shown.length === 0) {
    return (
      <EmptyState title="No changes yet">The diff of each step appears here once a runner has started.</EmptyState>
    );
  }
  return (
    <div className={style.columns}>
      <div>
        <Loaded result={diffs}>
          {(parts) => (
            <DiffView
              key={chosen}
              parts={parts}
              comments={comments}
              onReview={() => setReviewing(true)}
              choice={<StepSelect choices={choices} chosen={chosen} onChoose={choose} />}
            />
          )}
        </Loaded>
      </div>
      <ContentBoundary what="part">
        <ArtifactsOfRun run={run} />
      </ContentBoundary>
      {isReviewing && isOver(run) && (
        <RoundComments run={run} comments={comments} onClose={() => setReviewing(false)} />
      )}
      {isReviewing && !isOver(run) && (
        <AgentComments run={run} diff={chosen} comments={comments} onClose={() => setReviewing(false)} />
      )}
    </div>
  );
}
