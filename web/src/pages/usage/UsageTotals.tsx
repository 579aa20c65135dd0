import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { Count, Money } from "../../parts/Money";
import { durationText } from "../../parts/Time";
import style from "./UsagePage.module.css";

export type Day = FunctionReturnType<typeof api.analytics.dashboard.dailyStats>["page"][number];

export function UsageTotals({ days }: { days: readonly Day[] }) {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  const [started, completed, failed] = [
    sum(({ runsStarted }) => runsStarted),
    sum(({ runsCompleted }) => runsCompleted),
    sum(({ runsFailed }) => runsFailed),
  ];
  const ended = completed + failed;
  return (
    <dl className={style.totals}>
      <Total name="Cost">
        <Money usd={sum(({ costUsd }) => costUsd)} unrated={sum(({ unratedRecords }) => unratedRecords)} />
      </Total>
      <Total name="Tokens">
        <Count value={sum(({ tokens }) => tokens)} />
      </Total>
      <Total name="Runs started">
        <Count value={started} />
      </Total>
      <Total name="Completed">{ended === 0 ? "–" : `${Math.round((100 * completed) / ended)}%`}</Total>
      <Total name="Agent time">{durationText(sum(({ activeMs }) => activeMs))}</Total>
    </dl>
  );
}

function Total({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
