// The log of the run, the newest first. Events of messages can be left out, since most events are those.
import { useState } from "react";
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useProjectList } from "../../live/projectHooks";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { toIsoText, formatMoment } from "../../parts/moments";
import { eventText } from "./eventText";
import type { Run } from "./useRun";
import style from "./EventsTab.module.css";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "medium" });

export default function EventsTab({ run }: { run: Run }) {
  const { results, status, loadMore } = useProjectList(api.runEvents.dashboard.list, { id: run.id }, 100);
  const [hasMessages, setMessages] = useState(false);
  const href = useProjectHref();
  const shown = hasMessages ? results : results.filter(({ type }) => type !== "message");
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return <EmptyState title="No events yet" />;
  return (
    <div className={style.events}>
      <label className={style.filter}>
        <input type="checkbox" checked={hasMessages} onChange={(event) => setMessages(event.target.checked)} /> Show
        message events
      </label>
      <ol className={style.list} aria-label="Events, the newest first" reversed>
        <EachRow items={shown} keyOf={idOf} as="li">
          {({ seq, type, at, data }) => (
            <li className={style.event}>
              <time dateTime={toIsoText(at)}>{formatMoment(exact, at)}</time>
              <span className={style.text} dir="auto">
                {typeof data["messageId"] === "string" && typeof data["sandboxId"] === "string" ? (
                  <Link
                    href={`${href(`runs/${run.runNumber}`)}?sandbox=${data["sandboxId"]}&message=${data["messageId"]}`}
                  >
                    {eventText(type, data)}
                  </Link>
                ) : (
                  eventText(type, data)
                )}
              </span>
              <span className={style.seq}>{seq}</span>
            </li>
          )}
        </EachRow>
      </ol>
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(100)} />
    </div>
  );
}
