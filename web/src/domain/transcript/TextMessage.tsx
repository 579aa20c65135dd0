// What an agent or a person wrote.
import { Suspense, lazy, useState } from "react";
import { Button } from "../../parts/Button";
import { clipped } from "./clipped";
import type { Message } from "./messages";
import { plainText } from "./plainText";
import style from "./TextMessage.module.css";

const Markdown = lazy(() => import("./Markdown"));

export function TextMessage({ message }: { message: Message }) {
  const { role, status, content } = message;
  const [isWhole, setWhole] = useState(false);
  const isStreaming = status === "streaming";
  // A reader who saw it grow keeps reading where they are when it is finished.
  const [part] = useState(isStreaming ? ("end" as const) : ("beginning" as const));
  const text = plainText(content);
  const { shown, hidden } = isWhole ? { shown: text, hidden: 0 } : clipped(text, part);
  const more = hidden > 0 && (
    <Button look="bare" onClick={() => setWhole(true)}>
      Show the other {hidden.toLocaleString()} characters
    </Button>
  );
  return (
    <div className={style.text} data-role={role} data-streaming={isStreaming || undefined}>
      {role === "user" && <p className={style.who}>To the agent</p>}
      {part === "end" && more}
      <Suspense fallback={<p className={style.plain}>{shown}</p>}>
        <Markdown text={shown} />
      </Suspense>
      {part === "beginning" && more}
    </div>
  );
}
