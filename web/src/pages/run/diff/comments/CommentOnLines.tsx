// A comment in a file: below its line, or at the head with the lines as they were when it was written.
import { visible } from "../../../../domain/code/visible";
import { Comment } from "./Comment";
import type { ShownComment } from "./shownAt";
import type { Comments } from "./useComments";
import style from "./Comments.module.css";

interface Props {
  shown: ShownComment;
  comments: Comments;
}

export function CommentOnLines({ shown: { comment, place, step }, comments }: Props) {
  return (
    <Comment comment={comment} comments={comments} step={step}>
      {place === null && (
        <>
          <p className={style.about}>These lines are not in what is shown here:</p>
          <pre className={style.code} dir="ltr">
            {visible(comment.code)}
          </pre>
        </>
      )}
    </Comment>
  );
}
