// What can be done with the chosen question and with the review, always at the same place.
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { bottomBar } from "../../parts/bottomBars";
import style from "./DecisionBar.module.css";

export interface ReviewAction {
  title: string;
  /** What the button says when that is shorter. */
  label?: string;
  keys: string;
  look: "main" | "plain" | "bare";
  /** It has no button now, but its key says why. */
  isKeyOnly?: boolean;
  /** What it decides about, for its key. */
  decidesAbout?: string;
  run: () => void;
}

interface Props {
  decidedCount: number;
  count: number;
  actions: readonly ReviewAction[];
}

export function DecisionBar({ decidedCount, count, actions }: Props) {
  useCommands(
    actions.map(({ title, keys, decidesAbout, run }) => ({
      title,
      keys,
      group: "Review",
      ...(decidesAbout === undefined ? {} : { decidesAbout }),
      run,
    })),
  );
  return (
    <div className={style.bar} {...bottomBar} role="toolbar" aria-label="Review">
      <div className={style.progress}>
        <progress value={decidedCount} max={count} aria-label="Questions with a decision" />
        <span role="status">
          {decidedCount === count ? `All ${count} decided` : `${decidedCount} of ${count} decided`}
        </span>
      </div>
      <div className={style.actions}>
        {actions
          .filter(({ isKeyOnly = false }) => !isKeyOnly)
          .map(({ title, label = title, keys, look, run }) => (
            <Button key={title} look={look} onClick={run}>
              {label}
              <ShortcutKeys keys={keys} />
            </Button>
          ))}
      </div>
    </div>
  );
}
