// The field for a comment below the lines that it is about. What was typed stays when it is closed.
import { useEffect, useId, useRef } from "react";
import { ShortcutKeys } from "../../../../shortcuts/ShortcutKeys";
import { Button } from "../../../../parts/Button";
import { useDraft } from "../../../../parts/useDraft";
import style from "./Comments.module.css";

interface Props {
  /** Unique for the lines. */
  name: string;
  /** Such as “lines 12 to 14”. */
  about: string;
  initialText?: string;
  action: string;
  onDone: (text: string) => void;
  onClose: () => void;
}

export function CommentField({ name, about, initialText = "", action, onDone, onClose }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, change, discard } = useDraft(`comment.${name}`, { text: initialText });
  useEffect(() => focusWhenShown(field.current), []);

  function done(): void {
    if (draft.text.trim() === "") return;
    discard();
    onDone(draft.text.trim());
  }

  return (
    <form
      className={style.comment}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) done();
        else return;
        event.preventDefault();
      }}
    >
      <label htmlFor={id} className={style.about}>
        Comment on {about}
      </label>
      <textarea
        id={id}
        ref={field}
        className={style.field}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className={style.buttons}>
        <Button type="submit" look="main" disabled={draft.text.trim() === ""}>
          {action} <ShortcutKeys keys="mod+Enter" />
        </Button>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}

const maxTries = 20;

/** The list hides a row until it has measured it, and nothing hidden takes the focus. */
function focusWhenShown(field: HTMLTextAreaElement | null): () => void {
  let tries = 0;
  let frame = 0;
  const attempt = () => {
    field?.focus({ preventScroll: true });
    if (document.activeElement !== field && ++tries < maxTries) frame = requestAnimationFrame(attempt);
    else field?.scrollIntoView({ block: "nearest" });
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}
