import { Button } from "../../parts/Button";
import style from "./Sessions.module.css";

interface Props {
  count: number;
  onDiscard: () => void;
  onDone: () => void;
}

export function SelectedSessions({ count, onDiscard, onDone }: Props) {
  return (
    <div className={style.bar} role="toolbar" aria-label="Selected sessions">
      <strong>{count} selected</strong>
      <Button look="bad" onClick={onDiscard}>
        Move to the trash
      </Button>
      <Button look="bare" onClick={onDone}>
        Select none
      </Button>
    </div>
  );
}
