import { Sparkles } from "lucide-react";
import { Folded } from "./Folded";
import type { FoldedMessage } from "./Folded";
import { plainText } from "./plainText";
import { TextMessage } from "./TextMessage";
import style from "./Lines.module.css";

export function ThoughtMessage({ message, isOpen, onToggle }: FoldedMessage) {
  const isStreaming = message.status === "streaming";
  const text = plainText(message.content).trim();
  return (
    <Folded
      icon={<Sparkles size={13} aria-hidden />}
      isOpen={isOpen}
      onToggle={onToggle}
      line={
        <span className={style.line}>
          <span className={style.name}>{isStreaming ? "Thinking" : "Thought"}</span>
          {!isOpen && <span className={style.about}>{isStreaming ? lastLine(text) : firstLine(text)}</span>}
        </span>
      }
    >
      {text === "" ? null : <TextMessage message={message} />}
    </Folded>
  );
}

function firstLine(text: string): string {
  return text.slice(0, 300).split("\n", 1)[0] ?? "";
}

function lastLine(text: string): string {
  return text.slice(-160).split("\n").at(-1) ?? "";
}
