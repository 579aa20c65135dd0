// All comments of the run that wait, read once more before they are sent together.
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { showInvisible } from "../../../../domain/code/showInvisible";
import { useCommands } from "../../../../shortcuts/commands";
import { ShortcutKeys } from "../../../../shortcuts/ShortcutKeys";
import { Button } from "../../../../parts/Button";
import { Dialog } from "../../../../parts/Dialog";
import { Comment } from "./Comment";
import { positionText } from "./linePosition";
import type { Comments } from "./useComments";
import style from "./Comments.module.css";

interface Props {
  comments: Comments;
  /** The word on the button that sends them. */
  label: string;
  mayGo: boolean;
  send: () => Promise<void>;
  /** What else can be done with all of them. */
  otherButtons?: ReactNode;
  onClose: () => void;
  /** What is said above the list. */
  children: ReactNode;
}

export function CommentList({ comments, label, mayGo, send, otherButtons, onClose, children }: Props) {
  const { all } = comments;
  useCommands([
    {
      title: label,
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
          {otherButtons}
          <Button look="main" icon={<Send size={14} aria-hidden />} disabled={!mayGo} onClick={() => void send()}>
            {label} <ShortcutKeys keys="mod+Enter" />
          </Button>
        </>
      }
    >
      <div className={style.list}>
        {children}
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
