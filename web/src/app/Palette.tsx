// Everything that can be done here, found by typing a part of it.
import { useId, useMemo, useState, useSyncExternalStore } from "react";
import { Dialog } from "../parts/Dialog";
import { runOrAsk } from "../keys/asking";
import { allCommands, subscribeToCommands } from "../keys/commands";
import type { Command } from "../keys/commands";
import { Keys } from "../keys/Keys";
import style from "./Palette.module.css";

const maxShown = 50;

export function Palette({ onClose }: { onClose: () => void }) {
  const list = useId();
  const commands = useSyncExternalStore(subscribeToCommands, allCommands);
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const found = useMemo(() => matching(commands, text).slice(0, maxShown), [commands, text]);
  const chosen = Math.min(place, found.length - 1);

  function run(command: Command | undefined): void {
    if (command === undefined) return;
    onClose();
    runOrAsk(command);
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setPlace((chosen + step + found.length) % Math.max(1, found.length));
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
          setPlace(0);
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
            onMouseMove={() => setPlace(index)}
          >
            <span className={style.group}>{command.group}</span>
            <span className={style.title}>{command.title}</span>
            {command.keys !== undefined && <Keys of={command.keys} />}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={style.none}>Nothing here is called “{text}”.</p>}
    </Dialog>
  );
}

/** Those that contain every word come first where the title begins with the text. */
function matching(commands: readonly Command[], text: string): Command[] {
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
