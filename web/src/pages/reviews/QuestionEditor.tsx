// The field that opens in place: the assumption in other words, or the correction that takes its place. What is typed
// stays when the field is left.
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import style from "./QuestionEditor.module.css";

export type EditorKind = "assumption" | "correction";

const words: Record<EditorKind, { label: string; hint: string; done: string }> = {
  assumption: {
    label: "Assumption",
    hint: "The agent continues with this instead of its own words.",
    done: "Accept this",
  },
  correction: { label: "Correction", hint: "What is right instead. The agent continues with this.", done: "Decline" },
};

/** The service's own bound. */
const maxLength = 4_000;

interface Props {
  kind: EditorKind;
  text: string;
  onChange: (text: string) => void;
  onDone: () => void;
  onClose: () => void;
}

export function QuestionEditor({ kind, text, onChange, onDone, onClose }: Props) {
  const { label, hint, done } = words[kind];
  const isEmpty = text.trim() === "";
  return (
    <div className={style.editor}>
      <Field label={label} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            autoFocus
            dir="auto"
            maxLength={maxLength}
            value={text}
            onFocus={({ currentTarget: { value }, currentTarget }) =>
              currentTarget.setSelectionRange(value.length, value.length)
            }
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onClose();
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !isEmpty) {
                event.preventDefault();
                onDone();
              }
            }}
          />
        )}
      </Field>
      <div className={style.buttons}>
        <Button look="main" disabled={isEmpty} onClick={onDone}>
          {done}
          <ShortcutKeys keys="mod+Enter" />
        </Button>
        <Button look="bare" onClick={onClose}>
          Close <ShortcutKeys keys="Escape" />
        </Button>
      </div>
    </div>
  );
}
