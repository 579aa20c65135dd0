// All messages of a sandbox, of which only those in sight are on the page. It opens at the newest.
import { ArrowDown, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { WindowVirtualizer } from "virtua";
import type { WindowVirtualizerHandle } from "virtua";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { useCommands } from "../../shortcuts/commands";
import { lazyComponent } from "../../parts/lazyComponent";
import { MessageRow } from "./MessageRow";
import type { LoadedMessages, MessageStore } from "./messageStore";
import { useSelectedMessage } from "./useSelectedMessage";
import { useStickToEnd } from "./useStickToEnd";
import { useOlderMessages } from "./useOlderMessages";
import { useOpenRows } from "./useOpenRows";
import type { TranscriptSearchProps } from "./TranscriptSearch";
import style from "./Transcript.module.css";

const TranscriptSearch = lazyComponent<TranscriptSearchProps>(
  () => import("./TranscriptSearch"),
  () => null,
);

interface Props {
  known: LoadedMessages;
  messages: MessageStore;
  /** The message that the address names, if any. */
  chosen: string | null;
  onChoose: (id: string) => void;
  hrefOf: (id: string) => string;
  /** On a narrow page other things are above, and the reader begins with these. */
  beginsAtEnd: boolean;
  /** Shown while there is no message. */
  empty: ReactNode;
  /** Below the newest message, such as what is being sent. */
  children?: ReactNode;
}

export function Transcript({ known, messages, chosen, onChoose, hrefOf, beginsAtEnd, empty, children }: Props) {
  const { messages: rows, hasOlder, isLoading, error } = known;
  const log = useRef<HTMLDivElement>(null);
  const list = useRef<WindowVirtualizerHandle>(null);
  const { open, toggle, unfold } = useOpenRows();
  const [isSearching, setSearching] = useState(false);
  useCommands([{ title: "Search this transcript", keys: "/", group: "Transcript", run: () => setSearching(true) }]);
  const { isAtEnd, toEnd, leave } = useStickToEnd(log, beginsAtEnd && chosen === null);
  const older = useOlderMessages(list, known, messages);
  const isMissing = useSelectedMessage({ list, known, messages, chosen, onChoose, onToggle: toggle, toEnd, leave });
  const unread = useUnread(rows.at(-1)?.id ?? null, rows, isAtEnd);

  return (
    <div className={style.transcript}>
      {!isSearching && rows.length > 0 && (
        <div className={style.tools}>
          <Button
            look="bare"
            isSquare
            icon={<Search size={15} aria-hidden />}
            aria-label="Search this transcript (/)"
            onClick={() => setSearching(true)}
          />
        </div>
      )}
      {isSearching && (
        <TranscriptSearch
          known={known}
          messages={messages}
          chosen={chosen}
          onFound={(id) => {
            unfold(id);
            onChoose(id);
          }}
          onClose={() => setSearching(false)}
        />
      )}
      {hasOlder && (
        <div className={style.older}>
          <Button look="bare" disabled={older.isLoading} onClick={older.load}>
            Earlier messages
          </Button>
        </div>
      )}
      {isMissing && <p className={style.missing}>The linked message is not in this sandbox.</p>}
      {/* A reader of the past is not told about each row that scrolling brings. */}
      <div ref={log} role="log" aria-label="Transcript" aria-live={isAtEnd ? "polite" : "off"}>
        {error !== null && <EmptyState title="The messages cannot be shown">{error.message}</EmptyState>}
        {isLoading && rows.length === 0 && <Loading rows={8} />}
        {!isLoading && rows.length === 0 && error === null && empty}
        <WindowVirtualizer ref={list} data={rows} shift={older.isPrepending} itemSize={44} onScroll={older.onScroll}>
          {(message) => (
            <MessageRow
              key={message.id}
              message={message}
              href={hrefOf(message.id)}
              isChosen={message.id === chosen}
              isOpen={open.has(message.id)}
              onToggle={toggle}
            />
          )}
        </WindowVirtualizer>
        {children}
      </div>
      <div className={style.jump} data-hidden={isAtEnd || undefined}>
        {!isAtEnd && rows.length > 0 && (
          <Button icon={<ArrowDown size={14} aria-hidden />} onClick={toEnd}>
            {unread === 0 ? "Jump to newest" : `${unread} new`}
          </Button>
        )}
      </div>
    </div>
  );
}

/** How many messages came since the reader left the end. */
function useUnread(last: string | null, rows: LoadedMessages["messages"], isAtEnd: boolean): number {
  const [seen, setSeen] = useState(last);
  useEffect(() => {
    if (isAtEnd || seen === null) setSeen(last);
  }, [isAtEnd, last, seen]);
  if (isAtEnd || seen === null || seen === last) return 0;
  const index = rows.findLastIndex(({ id }) => id === seen);
  return index < 0 ? 0 : rows.length - 1 - index;
}
