// What can be done with all selected rows at once. It comes after the list.
import type { ReactNode } from "react";
import { useCommands } from "../shortcuts/commands";
import { ShortcutKeys } from "../shortcuts/ShortcutKeys";
import { Button } from "./Button";
import { bottomBar } from "./bottomBars";
import style from "./Selection.module.css";

interface Props {
  /** Such as “issues”. */
  what: string;
  count: number;
  onClear: () => void;
  children: ReactNode;
}

export function SelectionBar({ what, count, onClear, children }: Props) {
  useCommands([{ title: "Clear the selection", keys: "Escape", group: "List", run: onClear }]);
  return (
    <div className={style.bar} {...bottomBar} role="toolbar" aria-label={`Selected ${what}`}>
      <strong>{count} selected</strong>
      {children}
      <Button look="bare" onClick={onClear}>
        Clear the selection <ShortcutKeys keys="Escape" />
      </Button>
    </div>
  );
}
