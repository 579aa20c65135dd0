// Asks before something is lost or settled. Escape and the first button leave everything as it is, Enter confirms.
import { useLayoutEffect, useRef } from "react";
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
  done?: string;
  /** The word on the button that leaves everything as it is. */
  keep?: string;
  /** Nothing is lost by it. */
  isGood?: boolean;
  onClose: () => void;
  /** Called when the change was accepted. */
  onDone?: () => void;
}

export function Confirm({ title, children, label, change, done, keep = "Keep it", isGood = false, ...rest }: Props) {
  const { onClose, onDone } = rest;
  const { attempt, isTrying } = useAttempt();
  const button = useRef<HTMLButtonElement>(null);
  // The dialog gives the focus to its first button when it opens, which is before this effect.
  useLayoutEffect(() => button.current?.focus(), []);
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
          <Button onClick={onClose}>{keep}</Button>
          <Button ref={button} look={isGood ? "main" : "bad"} disabled={isTrying} onClick={() => void confirm()}>
            {label}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
