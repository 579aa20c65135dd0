import { FileText, Globe, Pencil, Search, Terminal, Trash2, Wrench } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { durationText } from "../../parts/Time";
import { Collapsible, LabelledText } from "./Collapsible";
import type { CollapsibleMessage } from "./Collapsible";
import type { Message } from "./messageStore";
import { readToolCall } from "./toolCall";
import type { ToolCall } from "./toolCall";
import style from "./CollapsedLine.module.css";

/** A map, since agents name the kind, and an object also has what all objects have, such as `constructor`. */
const icons = new Map<string, LucideIcon>([
  ["read", FileText],
  ["edit", Pencil],
  ["move", Pencil],
  ["delete", Trash2],
  ["execute", Terminal],
  ["search", Search],
  ["fetch", Globe],
]);

export function ToolMessage({ message, isOpen, onToggle }: CollapsibleMessage) {
  const call = readToolCall(message);
  const Icon = icons.get(call.kind) ?? Wrench;
  const hasMore = call.paths.length > 0 || call.input !== null || call.output !== null;
  return (
    <Collapsible
      icon={<Icon size={13} aria-hidden />}
      isOpen={isOpen}
      onToggle={onToggle}
      line={
        <span className={style.line}>
          <bdi className={style.title}>{call.title}</bdi>
          <span className={style.state} data-state={call.state}>
            {stateText(call, message)}
          </span>
        </span>
      }
    >
      {hasMore ? <Details call={call} /> : null}
    </Collapsible>
  );
}

function stateText({ state }: ToolCall, { createdAt, completedAt }: Message): string {
  if (state === "running") return "running";
  const tookMs = completedAt === null ? 0 : Date.parse(completedAt) - Date.parse(createdAt);
  const took = tookMs < 1000 ? "" : durationText(tookMs);
  return state === "failed" ? `failed ${took}` : took;
}

function Details({ call: { paths, input, output } }: { call: ToolCall }) {
  return (
    <>
      {paths.length > 0 && <LabelledText label={paths.length === 1 ? "File" : "Files"} text={paths.join("\n")} />}
      {input !== null && <LabelledText label="Input" text={input} />}
      {output !== null && <LabelledText label="Output" text={output} />}
    </>
  );
}
