import { ListChecks } from "lucide-react";
import { Folded } from "./Folded";
import type { FoldedMessage } from "./Folded";
import { PlanEntries } from "./PlanEntries";
import { planEntriesOf } from "./planEntries";
import { TextMessage } from "./TextMessage";
import style from "./Lines.module.css";

export function PlanMessage({ message, isOpen, onToggle }: FoldedMessage) {
  const entries = planEntriesOf(message);
  const done = entries.filter(({ state }) => state === "done").length;
  const current = entries.find(({ state }) => state === "running");
  return (
    <Folded
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
    </Folded>
  );
}
