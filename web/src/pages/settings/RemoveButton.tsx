// Takes something away from a list, after it has asked.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";

interface Props {
  /** The word on the button, such as “Revoke”. */
  label: string;
  /** The same with what it is about, such as “Revoke Robot”. */
  title: string;
  change: () => Promise<unknown>;
  successText: string;
  /** What ends with it. */
  children: ReactNode;
}

export function RemoveButton({ label, title, change, successText, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="bad" aria-label={title} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`${title}?`}
          label={label}
          change={change}
          successText={successText}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
