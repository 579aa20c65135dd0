// All comments of the run that wait, read once more and sent together as one message.
import { Send } from "lucide-react";
import { api } from "#convex/_generated/api";
import { showInvisible } from "../../../../domain/code/showInvisible";
import { useCommands } from "../../../../shortcuts/commands";
import { ShortcutKeys } from "../../../../shortcuts/ShortcutKeys";
import { usePerform } from "../../../../live/usePerform";
import { useProjectMutation } from "../../../../live/projectHooks";
import { Button } from "../../../../parts/Button";
import { Dialog } from "../../../../parts/Dialog";
import type { RunDetail } from "../runDetail";
import { Comment } from "./Comment";
import { maxMessageLength, commentsMessage } from "./lineComment";
import { positionText } from "./linePosition";
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

export function CommentList({ run, diff, comments, onClose }: Props) {
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

  useCommands([
    {
      title: "Send to the agent",
      keys: "mod+Enter",
      group: "Comments",
      isInDialog: true,
      run: () => void send(),
    },
  ]);

  return (
    <Dialog
      label="Comments on the changes"
      title={all.length === 1 ? "One comment" : `${all.length} comments`}
      shape="side"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="main"
            icon={<Send size={14} aria-hidden />}
            disabled={!mayGo || isPending}
            onClick={() => void send()}
          >
            Send to the agent <ShortcutKeys keys="mod+Enter" />
          </Button>
        </>
      }
    >
      <div className={style.list}>
        {note !== null && <p className={style.why}>{note}</p>}
        {isTooLong && (
          <p role="alert" className={style.why}>
            Together they are {content.length - maxMessageLength} characters too long for one message. Send them in
            parts: remove some, and write those again afterwards.
          </p>
        )}
        {all.map((comment) => (
          <section key={comment.id} className={style.item}>
            <h3 className={style.path}>
              <bdi>{showInvisible(comment.path)}</bdi>, {positionText(comment.first, comment.last)}
            </h3>
            <pre className={style.code} dir="ltr">
              {showInvisible(comment.code)}
            </pre>
            <Comment comment={comment} comments={comments} />
          </section>
        ))}
        {all.length === 0 && (
          <p className={style.why}>There are no unsent comments. Choose a line of the diff to write one.</p>
        )}
      </div>
    </Dialog>
  );
}
