// A text that is edited in place. What is typed stays when the field is left, or when the service refuses it.
import { useLayoutEffect, useRef, useState } from "react";
import { ShortcutKeys } from "../shortcuts/ShortcutKeys";
import { toServiceError } from "../feedback/serviceError";
import { Button } from "./Button";
import { controlClass } from "./Field";
import { useDraft } from "./useDraft";
import { ErrorText } from "./ErrorText";
import style from "./EditableText.module.css";

interface Props {
  label: string;
  value: string;
  /** Stands where the text would be. */
  placeholder?: string;
  isLong?: boolean;
  mayEdit: boolean;
  /** Where the draft is kept. */
  draftName: string;
  save: (text: string) => Promise<unknown>;
  /** Opens the field when this number changes, for a key of the page. */
  opening?: number;
}

export function EditableText({
  label,
  value,
  placeholder,
  isLong = false,
  mayEdit,
  draftName,
  save,
  opening = 0,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { draft, change, discard } = useDraft<{ text: string | null }>(draftName, { text: null });
  const text = draft.text ?? value;
  const isChanged = text !== value;
  const former = useRef(opening);

  // The field is there before the next key, which would otherwise be one of the page.
  useLayoutEffect(() => {
    if (former.current !== opening && mayEdit) setOpen(true);
    former.current = opening;
  }, [opening, mayEdit]);

  async function send(): Promise<void> {
    setOpen(false);
    if (text.trim() === value) return discard();
    try {
      await save(text.trim());
      discard();
      setProblem(null);
    } catch (error) {
      setProblem(toServiceError(error).message);
      setOpen(true);
    }
  }

  if (!isOpen) {
    if (!mayEdit) return <span className={style.text}>{value}</span>;
    return (
      <button type="button" className={style.text} onClick={() => setOpen(true)}>
        <span className="visually-hidden">{label}: </span>
        {text === "" ? <span className={style.none}>{placeholder}</span> : <span dir="auto">{text}</span>}
        {isChanged && <span className={style.mark}>not saved</span>}
      </button>
    );
  }
  const control = {
    "aria-label": label,
    "aria-invalid": problem !== null,
    autoFocus: true,
    dir: "auto",
    value: text,
    className: `${controlClass} ${style.field}`,
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
    const isDone = event.key === "Enter" && (!isLong || event.metaKey || event.ctrlKey);
    if (!isDone) return;
    event.preventDefault();
    void send();
  };
  const onChange = (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    change({ text: event.target.value });
  return (
    <div className={style.editor}>
      {isLong ? (
        <textarea {...control} onChange={onChange} onKeyDown={onKeyDown} />
      ) : (
        <input {...control} onChange={onChange} onKeyDown={onKeyDown} />
      )}
      <ErrorText text={problem} />
      <div className={style.buttons}>
        <Button look="main" onClick={() => void send()}>
          Save
          <ShortcutKeys keys={isLong ? "mod+Enter" : "Enter"} />
        </Button>
        <Button look="bare" onClick={() => setOpen(false)}>
          Close <ShortcutKeys keys="Escape" />
        </Button>
      </div>
    </div>
  );
}
