// The newest plan of the agent, which stays in sight above the transcript. Agents send the whole plan with each change.
import { ListChecks } from "lucide-react";
import { PlanEntries } from "./PlanEntries";
import type { PlanEntry } from "./planEntries";
import line from "./CollapsedLine.module.css";
import style from "./PinnedPlan.module.css";

export function PinnedPlan({ entries }: { entries: readonly PlanEntry[] }) {
  const done = entries.filter(({ state }) => state === "done").length;
  const current = entries.find(({ state }) => state === "running");
  return (
    <details className={style.plan} aria-label="Plan">
      <summary>
        <span className={style.line}>
          <ListChecks size={13} aria-hidden />
          <span className={line.name}>{`Plan, ${done} of ${entries.length} done`}</span>
          {current !== undefined && (
            <span className={line.about} dir="auto">
              {current.text}
            </span>
          )}
        </span>
      </summary>
      <PlanEntries entries={entries} />
    </details>
  );
}
