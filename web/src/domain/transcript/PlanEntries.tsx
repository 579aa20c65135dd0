import { Circle, CircleCheck, CircleDot } from "lucide-react";
import type { PlanEntry } from "./planEntries";
import style from "./CollapsedLine.module.css";

const icons = { pending: Circle, running: CircleDot, done: CircleCheck };
const words = { pending: "Not started", running: "In progress", done: "Done" };

export function PlanEntries({ entries }: { entries: readonly PlanEntry[] }) {
  return (
    <ul className={style.entries}>
      {entries.map(({ text, state }, index) => {
        const Icon = icons[state];
        return (
          <li key={index} data-state={state}>
            <Icon size={13} aria-label={words[state]} />
            <span dir="auto">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
