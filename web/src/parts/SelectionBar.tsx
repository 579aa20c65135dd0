// What can be done with all selected rows at once. It comes after the list.
import type { ReactNode } from "react";
import { useCommands } from "../keys/commands";
import { Keys } from "../keys/Keys";
import { Button } from "./Button";
import style from "./Selection.module.css";

interface Props {
  /** Such as “issues”. */
  what: string;
  count: number;
  onNone: () => void;
  children: ReactNode;
}

export function SelectionBar({ what, count, onNone, children }: Props) {
  useCommands([{ title: "Select none", keys: "Escape", group: "List", run: onNone }]);
  return (
    <div className={style.bar} role="toolbar" aria-label={`Selected ${what}`}>
      <strong>{count} selected</strong>
      {children}
      <Button look="bare" onClick={onNone}>
        Select none <Keys of="Escape" />
      </Button>
    </div>
  );
}
