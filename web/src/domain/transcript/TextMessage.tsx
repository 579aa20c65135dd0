// What an agent or a person wrote.
import { useState } from "react";
import { lazyComponent } from "../../parts/lazyComponent";
import { LongText } from "./LongText";
import type { Message } from "./messageStore";
import { stripTerminalCodes } from "./stripTerminalCodes";
import style from "./TextMessage.module.css";

/** A text is shown as it was written until it can be shown with its headings, lists and code. */
const Markdown = lazyComponent<{ text: string }>(
  () => import("./Markdown"),
  ({ text }) => <p className={style.plain}>{text}</p>,
);

export function TextMessage({ message }: { message: Message }) {
  const { role, status, content } = message;
  const isStreaming = status === "streaming";
  // A reader who saw it grow keeps reading where they are when it is finished.
  const [part] = useState(isStreaming ? ("end" as const) : ("beginning" as const));
  return (
    <div className={style.text} data-role={role} data-streaming={isStreaming || undefined}>
      {role === "user" && <p className={style.who}>To the agent</p>}
      <LongText text={stripTerminalCodes(content)} part={part}>
        {(piece) => <Markdown text={piece} />}
      </LongText>
    </div>
  );
}
