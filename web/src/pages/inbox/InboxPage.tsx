// What needs the person, over all projects, the oldest first: why, since when, and the action right there.
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { ProjectContext, projectHref } from "../../project/project";
import { useCurrentProject } from "../../project/useCurrentProject";
import { useProjects } from "../../project/projects";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { sendWithUndo, useHiddenIds, useUndoShortcut } from "../../live/undo";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button, ButtonLink } from "../../parts/Button";
import { ContentBoundary } from "../../parts/ContentBoundary";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { PageHeader } from "../../parts/PageHeader";
import { Loaded } from "../../parts/Loaded";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useMovedRowGuard } from "../../parts/useMovedRowGuard";
import { InboxItemActions } from "./InboxItemActions";
import { NotifyMeButton } from "./NotifyMeButton";
import { kindLabels, pageOfItem } from "./inboxItem";
import style from "./InboxPage.module.css";

type Item = FunctionReturnType<typeof api.inbox.dashboard.mine>["items"][number];

export function InboxPage() {
  const waiting = useLiveQuery(api.inbox.dashboard.mine, {});
  return (
    <>
      <PageHeader title="Inbox" actions={<NotifyMeButton />} />
      <Loaded result={waiting}>
        {({ items, hasMore }) =>
          items.length === 0 ? <EmptyInbox /> : <WaitingItems items={items} hasMore={hasMore} />
        }
      </Loaded>
    </>
  );
}

function WaitingItems({ items, hasMore }: { items: readonly Item[]; hasMore: boolean }) {
  const hiddenIds = useHiddenIds();
  useUndoShortcut();
  const left = items.filter(({ id, subject }) => !hiddenIds.includes(id) && !hiddenIds.includes(subject.id));
  return (
    <>
      {left.length === 0 ? <EmptyInbox /> : <Items items={left} />}
      {hasMore && <p className={style.more}>There are more items. They appear as you work through these.</p>}
    </>
  );
}

function EmptyInbox() {
  const { all } = useProjects();
  const chosen = useCurrentProject();
  if (all.length === 0) {
    return (
      <EmptyState
        title="You are not in a project yet"
        command="npm run admin -- create-project --name Demo --owner-email you@example.com"
      >
        Ask somebody to invite you, or create a project:
      </EmptyState>
    );
  }
  const project = chosen ?? all[0];
  return (
    <EmptyState
      title="Nothing needs you"
      action={project !== undefined && <ButtonLink href={projectHref(project.slug, "runs")}>Go to runs</ButtonLink>}
    >
      Questions from agents, failed and paused runs, reviews and pull requests appear here as soon as they need
      somebody.
    </EmptyState>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  const { all } = useProjects();
  const [, navigate] = useLocation();
  const dismiss = useMutation(api.inbox.dashboard.dismiss);
  const byId = new Map(items.map((item) => [item.id, item]));
  const slugs = new Map(all.map(({ id, slug }) => [id, slug]));

  function open(id: string): void {
    const item = byId.get(id);
    const slug = item === undefined ? undefined : slugs.get(item.projectId);
    if (item !== undefined && slug !== undefined) navigate(projectHref(slug, pageOfItem(item)));
  }

  const { chosen, choose, rowProps } = useRowNavigation([...byId.keys()], "item");
  const clickGuard = useMovedRowGuard([...byId.keys()]);
  const current = chosen ?? items[0]?.id ?? null;

  function dismissItem({ id, projectId, title }: Item): void {
    const index = items.findIndex((item) => item.id === id);
    choose(items[index + 1]?.id ?? items[index - 1]?.id ?? null);
    sendWithUndo(id, `Dismissed for everybody: ${title}`, () => dismiss({ projectId, id }));
  }

  const currentItem = current === null ? undefined : byId.get(current);
  useCommands(
    currentItem === undefined
      ? []
      : [
          { title: "Open item", keys: "Enter", group: "Item", run: () => open(currentItem.id) },
          {
            title: "Dismiss",
            keys: "e",
            group: "Item",
            decidesAbout: currentItem.id,
            run: () => dismissItem(currentItem),
          },
        ],
  );

  return (
    <ul className={style.items} {...clickGuard}>
      <EachRow items={items} keyOf={idOf} as="li">
        {(item) => {
          const isCurrent = item.id === current;
          const project = all.find(({ id }) => id === item.projectId) ?? null;
          return (
            <li
              className={style.item}
              data-kind={item.kind}
              {...rowProps(item.id)}
              data-current={isCurrent || undefined}
            >
              <div className={style.line}>
                <span className={style.kind}>{kindLabels[item.kind]}</span>
                <button type="button" className={style.title} onClick={() => open(item.id)}>
                  {item.title}
                </button>
                <span className={style.about}>
                  {project?.name} · <TimeAgo at={item.since} />
                </span>
              </div>
              <p className={style.reason}>{item.reason}</p>
              {project !== null && (
                <ProjectContext value={project}>
                  <div className={style.actions}>
                    <ContentBoundary what="item" resetKey={item.id}>
                      <InboxItemActions item={item} isCurrent={isCurrent}>
                        <Button look="bare" onClick={() => dismissItem(item)}>
                          Dismiss
                          {isCurrent && <ShortcutKeys keys="e" />}
                        </Button>
                      </InboxItemActions>
                    </ContentBoundary>
                  </div>
                </ProjectContext>
              )}
            </li>
          );
        }}
      </EachRow>
    </ul>
  );
}
