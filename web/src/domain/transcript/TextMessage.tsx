// What an agent or a person wrote.
import { Suspense, lazy, useState } from "react";
import { LongText } from "./LongText";
import type { Message } from "./messageStore";
import { stripTerminalCodes } from "./stripTerminalCodes";
import style from "./TextMessage.module.css";

const Markdown = lazy(() => import("./Markdown"));

export function TextMessage({ message }: { message: Message }) {
  const { role, status, content } = message;
  const isStreaming = status === "streaming";
  // A reader who saw it grow keeps reading where they are when it is finished.
  const [part] = useState(isStreaming ? ("end" as const) : ("beginning" as const));
  return (
    <div className={style.text} data-role={role} data-streaming={isStreaming || undefined}>
      {role === "user" && <p className={style.who}>To the agent</p>}
      <LongText text={stripTerminalCodes(content)} part={part}>
        {(piece) => (
          <Suspense fallback={<p className={style.plain}>{piece}</p>}>
            <Markdown text={piece} />
          </Suspense>
        )}
      </LongText>
    </div>
  );
}
