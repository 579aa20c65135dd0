// One message. Its time is the link to it. What agents think and do in between is folded to a line.
import { memo } from "react";
import { Link } from "wouter";
import { ContentBoundary } from "../../parts/ContentBoundary";
import { formats, toIsoText, formatMoment } from "../../parts/timeFormat";
import type { Message } from "./messageStore";
import { NoticeMessage } from "./NoticeMessage";
import { PlanMessage } from "./PlanMessage";
import { TextMessage } from "./TextMessage";
import { ThoughtMessage } from "./ThoughtMessage";
import { ToolMessage } from "./ToolMessage";
import { useStreamedMessage } from "./useStreamedMessage";
import style from "./MessageRow.module.css";

interface Props {
  message: Message;
  /** The address that shows this message. */
  href: string;
  isChosen: boolean;
  isOpen: boolean;
  onToggle: (id: string) => void;
}

export const MessageRow = memo(function MessageRow(props: Props) {
  const { id, status, title, content } = props.message;
  return (
    <ContentBoundary
      what="message"
      text={content === "" ? (title ?? "") : content}
      resetKey={`${id} ${status} ${content.length}`}
    >
      <Row {...props} />
    </ContentBoundary>
  );
});

function Row({ message, href, isChosen, isOpen, onToggle }: Props) {
  const shown = useStreamedMessage(message);
  const { id, role, kind, timestamp } = shown;
  return (
    <article
      className={style.row}
      data-message={id}
      data-kind={kind}
      data-role={role}
      aria-current={isChosen || undefined}
      aria-busy={shown.status === "streaming" || undefined}
    >
      <div className={style.content}>
        <Content message={shown} isOpen={isOpen} onToggle={() => onToggle(id)} />
      </div>
      <Link
        href={href}
        replace
        className={style.time}
        title={`Link to this message, ${formatMoment(formats.exact, timestamp)}`}
      >
        <time dateTime={toIsoText(timestamp)}>{formatMoment(formats.clock, timestamp)}</time>
      </Link>
    </article>
  );
}

function Content({ message, isOpen, onToggle }: { message: Message; isOpen: boolean; onToggle: () => void }) {
  switch (message.kind) {
    case "tool":
      return <ToolMessage message={message} isOpen={isOpen} onToggle={onToggle} />;
    case "thought":
      return <ThoughtMessage message={message} isOpen={isOpen} onToggle={onToggle} />;
    case "plan":
      return <PlanMessage message={message} isOpen={isOpen} onToggle={onToggle} />;
    case "notice":
      return <NoticeMessage message={message} />;
    default:
      return <TextMessage message={message} />;
  }
}
