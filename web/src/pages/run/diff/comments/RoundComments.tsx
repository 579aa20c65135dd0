// The comments on a run that is over become items of its feedback, with which it continues. No agent works on it, so
// they would reach nobody otherwise.
import { useRef } from "react";
import { api } from "#convex/_generated/api";
import { usePerform } from "../../../../live/usePerform";
import { useProjectMutation } from "../../../../live/projectHooks";
import { Button } from "../../../../parts/Button";
import { whyNotContinue } from "../../continuing";
import type { RunDetail } from "../runDetail";
import { CommentList } from "./CommentList";
import { commentFeedback } from "./lineComment";
import type { Comments } from "./useComments";
import style from "./Comments.module.css";

interface Props {
  run: RunDetail;
  comments: Comments;
  onClose: () => void;
}

/** As many as a round can be given. */
const maxComments = 100;

export function RoundComments({ run, comments, onClose }: Props) {
  const { all } = comments;
  const runId = run.id;
  const add = useProjectMutation(api.feedback.dashboard.add);
  const continueRun = useProjectMutation(api.runs.dashboard.continueRun);
  const { perform, isPending } = usePerform();
  // What was added already when a later comment or the round itself was refused.
  const added = useRef<string[]>([]);
  const whyNot = whyNotContinue(run);
  const total = all.length + added.current.length;
  const isTooMany = total > maxComments;
  const mayAdd = all.length > 0 && !isPending;
  const mayContinue = total > 0 && !isPending && whyNot === null && !isTooMany;

  /** Each leaves the browser when the service has it, so that none is added twice. */
  async function addAll(): Promise<void> {
    for (const comment of all) {
      const { id } = await add({ runId, ...commentFeedback(comment) });
      added.current.push(id);
      comments.removeSent([comment.id]);
    }
  }

  async function keep(): Promise<void> {
    if (await perform(addAll, "The feedback of the run has your comments.")) onClose();
  }

  async function begin(): Promise<void> {
    if (!mayContinue) return;
    const isDone = await perform(async () => {
      await addAll();
      await continueRun({ runId, feedbackIds: added.current });
    }, "A round with your comments waits for a runner.");
    if (isDone) onClose();
  }

  return (
    <CommentList
      comments={comments}
      label={`Continue with ${total === 1 ? "1 comment" : `${total} comments`}`}
      mayGo={mayContinue}
      send={begin}
      otherButtons={
        <Button disabled={!mayAdd} onClick={() => void keep()}>
          Add to the feedback
        </Button>
      }
      onClose={onClose}
    >
      <p className={style.why}>
        {whyNot ??
          "The run is over. It continues with your comments, on the same branch, or they wait in its feedback."}
      </p>
      {isTooMany && (
        <p role="alert" className={style.why}>
          A round can be given at most {maxComments} items. Add them to the feedback, and choose there.
        </p>
      )}
    </CommentList>
  );
}
