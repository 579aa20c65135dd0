// Asks before something is lost. Escape and the first button leave everything as it is.
import type { ReactNode } from "react";
import { useAttempt } from "../live/useAttempt";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface Props {
  title: string;
  /** What is lost, and what stays. */
  children: ReactNode;
  /** The word on the button, such as “Delete”. */
  label: string;
  change: () => Promise<unknown>;
  done: string;
  onClose: () => void;
  /** Called when the change was accepted. */
  onDone?: () => void;
}

export function Confirm({ title, children, label, change, done, onClose, onDone }: Props) {
  const { attempt, isTrying } = useAttempt();
  async function confirm(): Promise<void> {
    const isDone = await attempt(change, done);
    onClose();
    if (isDone) onDone?.();
  }
  return (
    <Dialog
      label={title}
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="bad" autoFocus disabled={isTrying} onClick={() => void confirm()}>
            {label}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
