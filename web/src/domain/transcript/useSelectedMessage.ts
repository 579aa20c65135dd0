// The message that the address names: it is brought into sight, and `[` and `]` choose the one before and after it.
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { WindowVirtualizerHandle } from "virtua";
import { useCommands } from "../../shortcuts/commands";
import { copyText } from "../../parts/copyText";
import { showNotice } from "../../feedback/notices";
import type { LoadedMessages, MessageStore } from "./messageStore";

interface Options {
  list: RefObject<WindowVirtualizerHandle | null>;
  known: LoadedMessages;
  messages: MessageStore;
  chosen: string | null;
  onChoose: (id: string) => void;
  onToggle: (id: string) => void;
  toEnd: () => void;
  leave: () => void;
}

const settledMs = 100;

/** Returns whether the address names a message that is not here. */
export function useSelectedMessage({
  list,
  known,
  messages,
  chosen,
  onChoose,
  onToggle,
  toEnd,
  leave,
}: Options): boolean {
  const { messages: rows, hasOlder, isLoading } = known;
  const index = chosen === null ? -1 : rows.findIndex(({ id }) => id === chosen);
  const shownFor = useRef<string | null>(null);
  const [isMissing, setMissing] = useState(false);

  // A message that the keys or a click have chosen is in sight already; one that the address names is looked for.
  useEffect(() => {
    if (chosen === null || isLoading || shownFor.current === chosen) return;
    if (index >= 0) {
      shownFor.current = chosen;
      setMissing(false);
      leave();
      // The list first puts what was loaded last in front of the others, which keeps these in their place.
      setTimeout(() => scrollTo(list, index), settledMs);
    } else if (hasOlder) {
      messages.loadOlder().catch(() => setMissing(true));
    } else {
      setMissing(true);
    }
    // A page of older messages that does not have it is followed by the next one.
  }, [chosen, index, rows.length, hasOlder, isLoading, list, messages, leave]);

  function move(step: number): void {
    const from = index >= 0 ? index : firstInSight(list) - (step > 0 ? 1 : 0);
    const next = rows[from + step];
    if (next === undefined) return step > 0 ? toEnd() : void messages.loadOlder();
    shownFor.current = next.id;
    leave();
    onChoose(next.id);
    scrollTo(list, from + step);
  }

  async function toFirst(): Promise<void> {
    leave();
    while (messages.loaded().hasOlder) await messages.loadOlder();
    setTimeout(() => scrollTo(list, 0), settledMs);
  }

  useCommands([
    { title: "Next message", keys: "]", group: "Transcript", run: () => move(1) },
    { title: "Previous message", keys: "[", group: "Transcript", run: () => move(-1) },
    { title: "Newest message", keys: "G", group: "Transcript", run: toEnd },
    { title: "First message", keys: "g g", group: "Transcript", run: () => void toFirst() },
    ...(chosen === null
      ? []
      : [
          { title: "Expand or collapse the message", keys: "o", group: "Transcript", run: () => onToggle(chosen) },
          { title: "Copy the link to the message", keys: "y", group: "Transcript", run: () => void copyAddress() },
        ]),
  ]);

  return isMissing;
}

async function copyAddress(): Promise<void> {
  if (await copyText(location.href)) showNotice({ tone: "good", text: "The link is copied." });
  else showNotice({ tone: "bad", text: "The browser did not allow copying. Copy the link from the address bar." });
}

function firstInSight(list: RefObject<WindowVirtualizerHandle | null>): number {
  const handle = list.current;
  return handle === null ? 0 : handle.findItemIndex(Math.max(0, handle.scrollOffset)) + 1;
}

/** The head of the page covers its upper edge. */
function scrollTo(list: RefObject<WindowVirtualizerHandle | null>, index: number): void {
  const head = document.querySelector("main header")?.getBoundingClientRect().height ?? 0;
  const row = list.current;
  if (row === null) return;
  row.scrollToIndex(index, { align: "start", offset: -head - 24 });
}
