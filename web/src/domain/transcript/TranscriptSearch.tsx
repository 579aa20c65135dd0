// Finds messages by words, also those that have not been read yet: they are loaded page by page while the reader looks
// at what was found. A finished message is a row of its own in the service, without an index of its words, because
// agents write many more messages than anybody searches.
import { useEffect, useMemo, useRef, useState } from "react";
import { showNotice } from "../../feedback/notices";
import { toServiceError } from "../../feedback/serviceError";
import { Button } from "../../parts/Button";
import { SearchField } from "../../parts/SearchField";
import { findMessages } from "./findMessages";
import type { LoadedMessages, MessageStore } from "./messageStore";
import style from "./TranscriptSearch.module.css";

export interface TranscriptSearchProps {
  known: LoadedMessages;
  messages: MessageStore;
  chosen: string | null;
  /** Shows the whole of a message that was found. */
  onFound: (id: string) => void;
  onClose: () => void;
}

/** The page keeps what it has read, so it reads no further than that. */
const maxSearched = 10_000;

export default function TranscriptSearch({ known, messages, chosen, onFound, onClose }: TranscriptSearchProps) {
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findMessages(known.messages, search), [known.messages, search]);
  const isReading = useAllMessages(known, messages, search !== "");
  const at = found.findIndex(({ id }) => id === chosen);
  useEffect(() => field.current?.focus(), []);

  /** The first is the newest, because a transcript is read from its end. */
  function move(step: -1 | 1): void {
    const next = at === -1 ? found.length - 1 : (at + step + found.length) % found.length;
    const message = found[next];
    if (message !== undefined) onFound(message.id);
  }

  return (
    <div
      className={style.search}
      role="search"
      aria-label="Search this transcript"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        } else if (event.key === "Enter" && event.target === field.current) {
          event.preventDefault();
          move(event.shiftKey ? 1 : -1);
        }
      }}
    >
      <SearchField ref={field} label="Search this transcript" value={search} onChange={setSearch} />
      <span role="status" className={style.count}>
        {search !== "" &&
          countText(found.length, at, isReading ? ", still searching" : known.hasOlder ? " among the newest" : "")}
      </span>
      <Button look="bare" title="Enter" disabled={found.length === 0} onClick={() => move(-1)}>
        Earlier
      </Button>
      <Button look="bare" title="Shift+Enter" disabled={found.length === 0} onClick={() => move(1)}>
        Later
      </Button>
      <Button look="bare" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

function countText(count: number, at: number, extent: string): string {
  const found = at === -1 ? `${count} found` : `${at + 1} of ${count}`;
  return `${count === 0 ? "No message matches" : found}${extent}`;
}

/** Loads older messages while there is something to search for. Returns whether more are on their way. */
function useAllMessages({ messages: rows, hasOlder }: LoadedMessages, messages: MessageStore, isSearching: boolean) {
  const [hasFailed, setFailed] = useState(false);
  const isReading = isSearching && hasOlder && !hasFailed && rows.length < maxSearched;
  useEffect(() => {
    if (!isReading) return;
    messages.loadOlder().catch((error: unknown) => {
      setFailed(true);
      showNotice({ tone: "bad", text: toServiceError(error).message });
    });
  }, [isReading, rows.length, messages]);
  return isReading;
}
