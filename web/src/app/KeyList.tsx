// All keys of the page that is shown, under `?`.
import { useSyncExternalStore } from "react";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { groupedBy } from "../parts/groups";
import { allCommands, subscribeToCommands } from "../keys/commands";
import type { Command } from "../keys/commands";
import { Keys } from "../keys/Keys";
import { doKeysWork, setLetterKeys, useLetterKeys } from "../keys/letterKeys";
import style from "./KeyList.module.css";

export function KeyList({ onClose }: { onClose: () => void }) {
  const commands = useSyncExternalStore(subscribeToCommands, allCommands);
  const areOn = useLetterKeys();
  const groups = groupedBy(withKeys(commands), ({ group }) => group);
  return (
    <Dialog label="Keys" title="Keys" onClose={onClose} buttons={<Button onClick={onClose}>Close</Button>}>
      <label className={style.choice}>
        <input type="checkbox" checked={areOn} onChange={(event) => setLetterKeys(event.target.checked)} /> Keys of one
        letter work
      </label>
      <p className={style.about}>
        {areOn
          ? "Switch them off if you dictate, or press keys by accident. Everything can also be done by buttons and by the list of commands."
          : "Keys of one letter are switched off in this browser. Everything can be done by buttons and by the list of commands."}
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
                    <Keys of={keys} isListed />
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
function withKeys(commands: readonly Command[]): (Command & { keys: string })[] {
  const taken = new Set<string>();
  return commands.flatMap((command) => {
    const { keys } = command;
    if (keys === undefined || taken.has(keys) || !doKeysWork(keys)) return [];
    taken.add(keys);
    return [{ ...command, keys }];
  });
}
