import { ListChecks } from "lucide-react";
import { Collapsible } from "./Collapsible";
import type { CollapsibleMessage } from "./Collapsible";
import { PlanEntries } from "./PlanEntries";
import { planEntries } from "./planEntries";
import { TextMessage } from "./TextMessage";
import style from "./CollapsedLine.module.css";

export function PlanMessage({ message, isOpen, onToggle }: CollapsibleMessage) {
  const entries = planEntries(message);
  const done = entries.filter(({ state }) => state === "done").length;
  const current = entries.find(({ state }) => state === "running");
  return (
    <Collapsible
      icon={<ListChecks size={13} aria-hidden />}
      isOpen={isOpen}
      onToggle={onToggle}
      line={
        <span className={style.line}>
          <span className={style.name}>
            {message.title ?? "Plan"}
            {entries.length > 0 && `, ${done} of ${entries.length} done`}
          </span>
          {!isOpen && current !== undefined && <span className={style.about}>{current.text}</span>}
        </span>
      }
    >
      {entries.length > 0 ? <PlanEntries entries={entries} /> : <TextMessage message={message} />}
    </Collapsible>
  );
}
