// Loads older messages when the reader comes near to the first one. The messages in sight stay where they are.
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { WindowVirtualizerHandle } from "virtua";
import { showNotice } from "../../feedback/notices";
import { toServiceError } from "../../feedback/serviceError";
import type { LoadedMessages, MessageStore } from "./messageStore";

interface OlderMessages {
  load: () => void;
  isLoading: boolean;
  /** True for the render that puts messages in front of those that were there. */
  isPrepending: boolean;
  onScroll: () => void;
}

const nearRows = 8;

export function useOlderMessages(
  list: RefObject<WindowVirtualizerHandle | null>,
  { messages: rows, hasOlder }: LoadedMessages,
  messages: MessageStore,
): OlderMessages {
  const [isLoading, setLoading] = useState(false);
  const first = rows[0]?.id ?? null;
  const former = useRef({ first, length: rows.length });
  const isPrepending = former.current.first !== null && first !== former.current.first;
  useEffect(() => {
    former.current = { first, length: rows.length };
  }, [first, rows.length]);

  function load(): void {
    if (isLoading || !hasOlder) return;
    setLoading(true);
    messages
      .loadOlder()
      .catch((error: unknown) => showNotice({ tone: "bad", text: toServiceError(error).message }))
      .finally(() => setLoading(false));
  }

  function onScroll(): void {
    // A reader at the top of the page looks at what is above the messages.
    if (window.scrollY < 8 || !hasOlder) return;
    const handle = list.current;
    if (handle !== null && handle.findItemIndex(Math.max(0, handle.scrollOffset)) < nearRows) load();
  }

  return { load, isLoading, isPrepending, onScroll };
}
