// All keys of the page that is shown, under `?`.
import { useSyncExternalStore } from "react";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { groupedBy } from "../parts/groups";
import { allCommands, subscribeToCommands } from "./commands";
import type { Command } from "./commands";
import { Keys } from "./Keys";
import style from "./KeyList.module.css";

export function KeyList({ onClose }: { onClose: () => void }) {
  const commands = useSyncExternalStore(subscribeToCommands, allCommands);
  const groups = groupedBy(withKeys(commands), ({ group }) => group);
  return (
    <Dialog label="Keys" title="Keys" onClose={onClose} buttons={<Button onClick={onClose}>Close</Button>}>
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
    if (keys === undefined || taken.has(keys)) return [];
    taken.add(keys);
    return [{ ...command, keys }];
  });
}
