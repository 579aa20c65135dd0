// Takes something away from a list, after it has asked.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";

interface Props {
  /** The word on the button, such as “Revoke”. */
  label: string;
  /** The same with what it is about, such as “Revoke Robot”. */
  title: string;
  change: () => Promise<unknown>;
  done: string;
  /** What ends with it. */
  children: ReactNode;
}

export function Removal({ label, title, change, done, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="bad" aria-label={title} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Confirm title={`${title}?`} label={label} change={change} done={done} onClose={() => setAsking(false)}>
          {children}
        </Confirm>
      )}
    </>
  );
}
