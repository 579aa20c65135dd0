// A comment that waits to be sent, where it was written or in the list of all.
import { useState } from "react";
import type { ReactNode } from "react";
import { showInvisible } from "../../../../domain/code/showInvisible";
import { Button } from "../../../../parts/Button";
import type { LineComment } from "./lineComment";
import { CommentField } from "./CommentField";
import { positionText } from "./linePosition";
import type { Comments } from "./useComments";
import style from "./Comments.module.css";

interface Props {
  comment: LineComment;
  comments: Comments;
  /** The step whose changes it is about, when it is shown with those of others. */
  step?: string | null;
  /** What is above the text. */
  children?: ReactNode;
}

export function Comment({ comment: { id, first, last, text }, comments, step = null, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <CommentField
        name={id}
        about={positionText(first, last)}
        initialText={text}
        action="Save"
        onDone={(next) => {
          comments.change(id, next);
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    );
  }
  return (
    <div className={style.comment}>
      <p className={style.about}>
        Your comment on {positionText(first, last)}
        {step !== null && (
          <>
            {" "}
            in <bdi>“{showInvisible(step)}”</bdi>
          </>
        )}
        , not sent yet
      </p>
      {children}
      <p className={style.text} dir="auto">
        {text}
      </p>
      <div className={style.buttons}>
        <Button look="bare" onClick={() => setOpen(true)}>
          Edit
        </Button>
        <Button look="bare" onClick={() => comments.remove(id)}>
          Remove
        </Button>
      </div>
    </div>
  );
}
