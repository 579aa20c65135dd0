// A line that opens. The list of messages keeps which ones are open, since rows come and go while somebody scrolls.
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Message } from "./messageStore";
import { LongText } from "./LongText";
import style from "./Collapsible.module.css";

/** What the messages get that are shown as such a line. */
export interface CollapsibleMessage {
  message: Message;
  isOpen: boolean;
  onToggle: () => void;
}

interface Props {
  icon: ReactNode;
  line: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** Null when there is nothing behind the line. */
  children: ReactNode;
}

export function Collapsible({ icon, line, isOpen, onToggle, children }: Props) {
  const hasMore = children !== null;
  return (
    <>
      <button
        type="button"
        className={style.line}
        aria-expanded={hasMore && isOpen}
        disabled={!hasMore}
        onClick={onToggle}
      >
        <ChevronRight
          size={13}
          className={style.arrow}
          data-open={isOpen || undefined}
          data-none={!hasMore || undefined}
          aria-hidden
        />
        <span className={style.icon}>{icon}</span>
        {line}
      </button>
      {isOpen && hasMore && <div className={style.content}>{children}</div>}
    </>
  );
}

export function LabelledText({ label, text }: { label: string; text: string }) {
  return (
    <figure className={style.part}>
      <figcaption>{label}</figcaption>
      <LongText text={text}>{(piece) => <pre tabIndex={0}>{piece}</pre>}</LongText>
    </figure>
  );
}
