// Asks before something is lost or settled. Escape and the first button leave everything as it is, Enter confirms.
import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { usePerform } from "../live/usePerform";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface Props {
  title: string;
  /** What is lost, and what stays. */
  children: ReactNode;
  /** The word on the button, such as “Delete”. */
  label: string;
  change: () => Promise<unknown>;
  successText?: string;
  /** The word on the button that leaves everything as it is. */
  cancelLabel?: string;
  /** Nothing is lost by it. */
  isGood?: boolean;
  onClose: () => void;
  /** Called when the change was accepted. */
  onDone?: () => void;
}

export function ConfirmDialog({
  title,
  children,
  label,
  change,
  successText,
  cancelLabel = "Keep it",
  isGood = false,
  ...rest
}: Props) {
  const { onClose, onDone } = rest;
  const { perform, isPending } = usePerform();
  const button = useRef<HTMLButtonElement>(null);
  // The dialog gives the focus to its first button when it opens, which is before this effect.
  useLayoutEffect(() => button.current?.focus(), []);
  async function confirm(): Promise<void> {
    const isDone = await perform(change, successText);
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
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button ref={button} look={isGood ? "main" : "bad"} disabled={isPending} onClick={() => void confirm()}>
            {label}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
