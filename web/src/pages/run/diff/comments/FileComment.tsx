// A comment in a file: below its line, or at the head with the lines as they were when it was written.
import { showInvisible } from "../../../../domain/code/showInvisible";
import { Comment } from "./Comment";
import type { PositionedComment } from "./positionComments";
import type { Comments } from "./useComments";
import style from "./Comments.module.css";

interface Props {
  positioned: PositionedComment;
  comments: Comments;
}

export function FileComment({ positioned: { comment, position, step }, comments }: Props) {
  return (
    <Comment comment={comment} comments={comments} step={step}>
      {position === null && (
        <>
          <p className={style.about}>These lines are not in this diff:</p>
          <pre className={style.code} dir="ltr">
            {showInvisible(comment.code)}
          </pre>
        </>
      )}
    </Comment>
  );
}
