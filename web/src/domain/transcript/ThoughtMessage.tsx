import { Sparkles } from "lucide-react";
import { Collapsible } from "./Collapsible";
import type { CollapsibleMessage } from "./Collapsible";
import { stripTerminalCodes } from "./stripTerminalCodes";
import { TextMessage } from "./TextMessage";
import style from "./CollapsedLine.module.css";

export function ThoughtMessage({ message, isOpen, onToggle }: CollapsibleMessage) {
  const isStreaming = message.status === "streaming";
  const text = stripTerminalCodes(message.content).trim();
  return (
    <Collapsible
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
    </Collapsible>
  );
}

function firstLine(text: string): string {
  return text.slice(0, 300).split("\n", 1)[0] ?? "";
}

function lastLine(text: string): string {
  return text.slice(-160).split("\n").at(-1) ?? "";
}
