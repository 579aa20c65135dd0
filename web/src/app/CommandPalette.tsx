// Everything that can be done here, found by typing a part of it.
import { useId, useMemo, useState, useSyncExternalStore } from "react";
import { Dialog } from "../parts/Dialog";
import { runOrConfirm } from "../shortcuts/confirmation";
import { allCommands, subscribeToCommands } from "../shortcuts/commands";
import type { Command } from "../shortcuts/commands";
import { ShortcutKeys } from "../shortcuts/ShortcutKeys";
import style from "./CommandPalette.module.css";

const maxShown = 50;

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const list = useId();
  const commands = useSyncExternalStore(subscribeToCommands, allCommands);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const found = useMemo(() => matchingCommands(commands, text).slice(0, maxShown), [commands, text]);
  const chosen = Math.min(active, found.length - 1);

  function run(command: Command | undefined): void {
    if (command === undefined) return;
    onClose();
    runOrConfirm(command);
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((chosen + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      run(found[chosen]);
    }
  }

  return (
    <Dialog label="Commands" onClose={onClose} shape="top">
      <input
        className={style.input}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length === 0 ? undefined : `${list}-${chosen}`}
        aria-label="What do you want to do?"
        placeholder="What do you want to do?"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={style.list} role="listbox" id={list} aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={`${command.group}/${command.title}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={style.option}
            ref={index === chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
            onClick={() => run(command)}
            onMouseMove={() => setActive(index)}
          >
            <span className={style.group}>{command.group}</span>
            <span className={style.title}>{command.title}</span>
            {command.keys !== undefined && <ShortcutKeys keys={command.keys} />}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={style.none}>No command matches “{text}”.</p>}
    </Dialog>
  );
}

/** Those that contain every word come first where the title begins with the text. */
function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isFound = ({ title, group }: Command) =>
    words.every((word) => `${group} ${title}`.toLowerCase().includes(word));
  const begins = ({ title }: Command) => Number(title.toLowerCase().startsWith(text.toLowerCase()));
  const unique = new Map(
    commands.filter((command) => command.isInDialog !== true).map((each) => [`${each.group}/${each.title}`, each]),
  );
  return [...unique.values()].filter(isFound).toSorted((a, b) => begins(b) - begins(a));
}
