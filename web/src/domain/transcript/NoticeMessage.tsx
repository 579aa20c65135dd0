import { Info } from "lucide-react";
import { LongText } from "./LongText";
import type { Message } from "./messageStore";
import { stripTerminalCodes } from "./stripTerminalCodes";
import style from "./CollapsedLine.module.css";

export function NoticeMessage({ message: { title, content } }: { message: Message }) {
  const text = stripTerminalCodes(content);
  return (
    <div className={style.notice}>
      <Info size={14} aria-hidden />
      <p dir="auto">
        {title !== null && <strong>{title}</strong>}
        {title !== null && text !== title && text !== "" && "\n"}
        {text !== title && <LongText text={text}>{(piece) => piece}</LongText>}
      </p>
    </div>
  );
}
