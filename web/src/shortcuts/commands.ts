// Everything that can be done by a key or by the palette. Whatever shows a page or dialog registers its commands while
// it is there, so the palette and the list under `?` are always right.
import { useLayoutEffect, useRef } from "react";
import { Listeners } from "../session/listeners";
import { commandAdded, commandRemoved } from "./shortcutDelay";

/** What is asked before the command of a key runs. */
export interface ConfirmationText {
  /** Such as “Cancel the run?”. */
  title: string;
  text: string;
  /** The word on the button. */
  label: string;
}

export interface Command {
  /** What it does, as the palette says it. */
  title: string;
  /** Such as `j`, `g i` (one after the other), `mod+k` or `shift+Enter`. */
  keys?: string;
  /** The heading above it in the list of keys. */
  group: string;
  run: () => void;
  /**
   * What it decides about, such as the id of the chosen question. Its key works only when it has meant the same for a
   * moment: who presses a key twice must not decide about what has just come.
   */
  decidesAbout?: string;
  /** What it spends or ends. Its key asks first. */
  confirmation?: ConfirmationText;
  /** Repeats while its key is held down. Others run once, however long somebody presses. */
  repeats?: boolean;
  /** A command of a dialog is there while one is open, and the others are not. */
  isInDialog?: boolean;
  /** Works while somebody types in a field, too. */
  worksInFields?: boolean;
}

interface Registered {
  commands: readonly Command[];
}

let registered: readonly Registered[] = [];
const listeners = new Listeners();
export const subscribeToCommands = listeners.subscribe;

let former: { of: readonly Registered[]; commands: readonly Command[] } = { of: registered, commands: [] };

/** The commands of the page, those that were registered last first. */
export function allCommands(): readonly Command[] {
  if (former.of !== registered) {
    former = { of: registered, commands: registered.toReversed().flatMap(({ commands }) => commands) };
  }
  return former.commands;
}

/**
 * Registers commands while the component is shown. What they do is read when they run. A layout effect registers them
 * together with the page that shows them, so no key is lost after that. React also takes it back from a page that is
 * hidden while the next one loads, so no key goes to the previous page.
 */
export function useCommands(commands: readonly Command[]): void {
  const newest = useRef(commands);
  const shape = commands.map(meaningOf).join("\n\n");
  useLayoutEffect(() => {
    newest.current = commands;
  });
  useLayoutEffect(() => {
    const entry = {
      commands: newest.current.map((command) =>
        Object.assign({}, command, { run: () => runNewest(newest.current, command) }),
      ),
    };
    registered = [...registered, entry];
    for (const command of entry.commands) commandAdded(command);
    listeners.notify();
    return () => {
      for (const command of entry.commands) commandRemoved(command);
      registered = registered.filter((each) => each !== entry);
      listeners.notify();
    };
  }, [shape]);
}

/**
 * Somebody may have been asked before the command runs, and meanwhile a run has ended or a row has gone. Then another
 * command may be in its place, which nobody has agreed to.
 */
function runNewest(commands: readonly Command[], asked: Command): void {
  const same = commands.find((command) => meaningOf(command) === meaningOf(asked));
  if (same === undefined) throw new Error(`Not done: what “${asked.title}” was about has changed meanwhile.`);
  same.run();
}

function meaningOf({ title, keys, group, decidesAbout }: Command): string {
  return [title, keys, group, decidesAbout].join("\n");
}
