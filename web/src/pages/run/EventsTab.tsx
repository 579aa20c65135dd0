// The log of the run, the newest first, by day. Events of messages can be left out, since most events are those.
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useProjectList } from "../../live/projectHooks";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { formats, toIsoText, formatMoment } from "../../parts/timeFormat";
import { eventText } from "./eventText";
import type { StepNames } from "./eventText";
import type { Run } from "./useRun";
import style from "./EventsTab.module.css";

type Event = FunctionReturnType<typeof api.runEvents.dashboard.list>["page"][number];

export default function EventsTab({ run }: { run: Run }) {
  const { results, status, loadMore } = useProjectList(api.runEvents.dashboard.list, { id: run.id }, 100);
  const [hasMessages, setMessages] = useState(false);
  const href = useProjectHref();
  const steps = useMemo(() => stepNames(run, results), [run, results]);
  const shown = hasMessages ? results : results.filter(({ type }) => type !== "message");
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return <EmptyState title="No events yet" />;
  return (
    <div className={style.events}>
      <label className={style.filter}>
        <input type="checkbox" checked={hasMessages} onChange={(event) => setMessages(event.target.checked)} /> Show
        message events
      </label>
      {byDay(shown).map(({ date, events }) => (
        <section key={date} aria-label={date}>
          <h2 className={style.day}>{date}</h2>
          <ol aria-label={`Events of ${date}, the newest first`} reversed>
            <EachRow items={events} keyOf={idOf} as="li">
              {(event) => <EventRow event={event} steps={steps} href={href(`runs/${run.runNumber}`)} />}
            </EachRow>
          </ol>
        </section>
      ))}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(100)} />
    </div>
  );
}

function EventRow({ event: { seq, type, at, data }, steps, href }: { event: Event; steps: StepNames; href: string }) {
  const text = eventText(type, data, steps);
  const { messageId, sandboxId } = data;
  return (
    <li className={style.event}>
      <time dateTime={toIsoText(at)}>{formatMoment(formats.seconds, at)}</time>
      <span className={style.text} dir="auto">
        {typeof messageId === "string" && typeof sandboxId === "string" ? (
          <Link href={`${href}?sandbox=${sandboxId}&message=${messageId}`}>{text}</Link>
        ) : (
          text
        )}
      </span>
      <span className={style.seq}>{seq}</span>
    </li>
  );
}

/** The events of each day together, in their order. */
function byDay(events: readonly Event[]): { date: string; events: Event[] }[] {
  const days: { date: string; events: Event[] }[] = [];
  for (const event of events) {
    const date = formatMoment(formats.weekday, event.at);
    const last = days.at(-1);
    if (last?.date === date) last.events.push(event);
    else days.push({ date, events: [event] });
  }
  return days;
}

/** Steps of former attempts may be in the log alone. */
function stepNames(run: Run, events: readonly Event[]): StepNames {
  const names = new Map<string, { stepIndex: number; name: string }>();
  for (const { type, data } of events) {
    const { stepId, stepIndex, name } = data;
    if (type !== "step.created" && type !== "step.kept") continue;
    if (typeof stepId !== "string" || typeof stepIndex !== "number" || typeof name !== "string") continue;
    names.set(stepId, { stepIndex, name });
  }
  for (const { id, stepIndex, name } of run.steps) names.set(id, { stepIndex, name });
  return names;
}
