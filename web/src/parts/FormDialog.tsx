// A form in a dialog. Ctrl+Enter sends it from any field.
import type { ReactNode } from "react";
import { ShortcutKeys } from "../shortcuts/ShortcutKeys";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import type { FormState } from "./useForm";
import { ErrorText } from "./ErrorText";
import style from "./FormDialog.module.css";

interface Props<Fields> {
  title: string;
  /** The word on the button that sends it. */
  label: string;
  form: FormState<Fields>;
  /** Whether enough is filled in. */
  canSend: boolean;
  /** What the service refuses is shown in the form. */
  send: (draft: Fields) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog<Fields>({ title, label, form, canSend, send, onClose, children }: Props<Fields>) {
  const isReady = canSend && !form.isSending;
  const problem = form.problemOf(null);
  const submit = () => {
    if (isReady) void form.submit(send);
  };
  return (
    <Dialog
      label={title}
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" disabled={!isReady} onClick={submit}>
            {label} <ShortcutKeys keys="mod+Enter" />
          </Button>
        </>
      }
    >
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
        }}
      >
        {children}
        <ErrorText text={problem} />
      </form>
    </Dialog>
  );
}
