// A form in a dialog. Ctrl+Enter sends it from any field.
import type { ReactNode } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import style from "./FormDialog.module.css";

interface Props {
  title: string;
  /** The word on the button that sends it. */
  label: string;
  canSend: boolean;
  isSending: boolean;
  /** The problem of the form as a whole. */
  problem: string | undefined;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ title, label, canSend, isSending, problem, onSend, onClose, children }: Props) {
  const isReady = canSend && !isSending;
  return (
    <Dialog
      label={title}
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" disabled={!isReady} onClick={onSend}>
            {label}
          </Button>
        </>
      }
    >
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onSend();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && isReady) onSend();
        }}
      >
        {children}
        {problem !== undefined && (
          <p role="alert" className={style.problem}>
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
