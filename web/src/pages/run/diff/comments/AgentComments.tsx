// The comments on a run that is not over go to the agent that works on it, together as one message.
import { api } from "#convex/_generated/api";
import { usePerform } from "../../../../live/usePerform";
import { useProjectMutation } from "../../../../live/projectHooks";
import type { RunDetail } from "../runDetail";
import { CommentList } from "./CommentList";
import { maxMessageLength, commentsMessage } from "./lineComment";
import { findRecipient } from "./recipient";
import type { Comments } from "./useComments";
import style from "./Comments.module.css";

interface Props {
  run: RunDetail;
  /** The diff that is shown. */
  diff: string;
  comments: Comments;
  onClose: () => void;
}

export function AgentComments({ run, diff, comments, onClose }: Props) {
  const { all } = comments;
  const sendMessage = useProjectMutation(api.sandboxes.dashboard.sendMessage);
  const { perform, isPending } = usePerform();
  const { sandboxId, note } = findRecipient(run, diff);
  const content = commentsMessage(all);
  const isTooLong = content.length > maxMessageLength;
  const mayGo = sandboxId !== null && !isTooLong && all.length > 0;

  async function send(): Promise<void> {
    if (sandboxId === null || !mayGo) return;
    const ids = all.map(({ id }) => id);
    const done = all.length === 1 ? "The agent has your comment." : `The agent has your ${all.length} comments.`;
    if (!(await perform(() => sendMessage({ sandboxId, content }), done))) return;
    comments.removeSent(ids);
    onClose();
  }

  return (
    <CommentList
      comments={comments}
      label="Send to the agent"
      mayGo={mayGo && !isPending}
      send={send}
      onClose={onClose}
    >
      {note !== null && <p className={style.why}>{note}</p>}
      {isTooLong && (
        <p role="alert" className={style.why}>
          Together they are {content.length - maxMessageLength} characters too long for one message. Send them in parts:
          remove some, and write those again afterwards.
        </p>
      )}
    </CommentList>
  );
}
