// What needs the person, over all projects: what keeps an agent from working first, then what failed, then the rest,
// each with what can be done about it. Below is what has finished and was not looked at.
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { useHiddenIds, useUndoShortcut } from "../../live/undo";
import { useLiveQuery } from "../../live/useLiveQuery";
import type { LiveResult } from "../../live/useLiveQuery";
import { EmptyState } from "../../parts/EmptyState";
import { Loaded } from "../../parts/Loaded";
import { MoreRows } from "../../parts/MoreRows";
import { PageHeader } from "../../parts/PageHeader";
import { EmptyInbox } from "./EmptyInbox";
import { FinishedRuns } from "./FinishedRuns";
import { FirstRun } from "./FirstRun";
import { InboxFilters, useInboxFilters } from "./InboxFilters";
import type { InboxFilterState } from "./InboxFilters";
import { InboxItems } from "./InboxItems";
import { NotifyMeButton } from "./NotifyMeButton";
import type { InboxItem } from "./inboxItem";
import style from "./InboxPage.module.css";

const pageLength = 100;
const maxLength = 500;

export default function InboxPage() {
  const filters = useInboxFilters();
  return (
    <>
      <PageHeader title="Inbox" actions={<NotifyMeButton />}>
        <InboxFilters filters={filters} />
      </PageHeader>
      <WaitingItems key={`${filters.kind} ${filters.projectId}`} filters={filters} />
      <FirstRun />
    </>
  );
}

function WaitingItems({ filters }: { filters: InboxFilterState }) {
  const [limit, setLimit] = useState(pageLength);
  const { kind, projectId } = filters;
  const wanted = {
    limit,
    ...(kind === null ? {} : { kind }),
    ...(projectId === null ? {} : { onlyProjectId: projectId }),
  };
  const waiting = useFormerWhileLoading(useLiveQuery(api.inbox.dashboard.mine, wanted));
  const hiddenIds = useHiddenIds();
  useUndoShortcut();
  return (
    <Loaded result={waiting}>
      {({ items, hasMore }) => {
        const left = items.filter(({ id, subject }) => !hiddenIds.includes(id) && !hiddenIds.includes(subject.id));
        return (
          <>
            {left.length === 0 ? <NothingLeft filters={filters} /> : <InboxItems items={left} />}
            <MoreRows
              hasMore={hasMore && items.length === limit && limit < maxLength}
              onMore={() => setLimit(Math.min(maxLength, items.length + pageLength))}
            />
            {hasMore && limit === maxLength && (
              <p className={style.more}>There are more items. They appear as you work through these.</p>
            )}
            <FinishedRuns shownIds={subjectIdsOf(left)} projectId={projectId} beginsOpen={left.length === 0} />
          </>
        );
      }}
    </Loaded>
  );
}

function subjectIdsOf(items: readonly InboxItem[]): ReadonlySet<string> {
  return new Set(items.map(({ subject }) => subject.id));
}

function NothingLeft({ filters: { kind, projectId } }: { filters: InboxFilterState }) {
  if (kind === null && projectId === null) return <EmptyInbox />;
  return <EmptyState title="Nothing here needs you">Clear the filters above to see the rest of the inbox.</EmptyState>;
}

/** A longer list takes a moment to arrive. What is there stays until then. */
function useFormerWhileLoading<Value>(result: LiveResult<Value>): LiveResult<Value> {
  const [former, setFormer] = useState(result);
  useEffect(() => {
    if (result.kind !== "loading") setFormer(result);
  }, [result]);
  return result.kind === "loading" ? former : result;
}
