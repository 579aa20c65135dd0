// All keys of the page that is shown, under `?`.
import { useSyncExternalStore } from "react";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { groupBy } from "../parts/groupBy";
import { allCommands, subscribeToCommands } from "../shortcuts/commands";
import type { Command } from "../shortcuts/commands";
import { ShortcutKeys } from "../shortcuts/ShortcutKeys";
import { isShortcutEnabled, setLetterShortcuts, useAreLetterShortcutsOn } from "../shortcuts/letterShortcuts";
import style from "./ShortcutList.module.css";

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const commands = useSyncExternalStore(subscribeToCommands, allCommands);
  const areOn = useAreLetterShortcutsOn();
  const groups = groupBy(withShortcuts(commands), ({ group }) => group);
  return (
    <Dialog
      label="Keyboard shortcuts"
      title="Keyboard shortcuts"
      onClose={onClose}
      buttons={<Button onClick={onClose}>Close</Button>}
    >
      <label className={style.choice}>
        <input type="checkbox" checked={areOn} onChange={(event) => setLetterShortcuts(event.target.checked)} /> Use
        single-letter shortcuts
      </label>
      <p className={style.about}>
        {areOn
          ? "Turn them off if you dictate or press keys by accident. Buttons and the palette do the same."
          : "Single-letter shortcuts are off in this browser. Buttons and the palette do the same."}
      </p>
      <div className={style.groups}>
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {members.map(({ title, keys }) => (
                <div key={title} className={style.row}>
                  <dt>{title}</dt>
                  <dd>
                    <ShortcutKeys keys={keys} isListed />
                    <span className="visually-hidden">{keys}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** A key that several commands have belongs to the one that was registered last. */
function withShortcuts(commands: readonly Command[]): (Command & { keys: string })[] {
  const taken = new Set<string>();
  return commands.flatMap((command) => {
    const { keys } = command;
    if (keys === undefined || taken.has(keys) || !isShortcutEnabled(keys)) return [];
    taken.add(keys);
    return [{ ...command, keys }];
  });
}
