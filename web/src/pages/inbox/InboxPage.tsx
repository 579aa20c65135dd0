// What needs the person, over all projects, the oldest first: why, since when, and the action right there.
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { ProjectContext, hrefIn } from "../../project/project";
import { useChosenProject } from "../../project/useChosenProject";
import { useProjects } from "../../project/projects";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { hold, useGone, useTakeBack } from "../../live/held";
import { useLive } from "../../live/useLive";
import { Button, ButtonLink } from "../../parts/Button";
import { Contained } from "../../parts/Contained";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { PageHead } from "../../parts/PageHead";
import { Shown } from "../../parts/Shown";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { useSteadyClicks } from "../../parts/useSteadyClicks";
import { InboxAction } from "./InboxAction";
import { NotifySwitch } from "./NotifySwitch";
import { kindWords, pageOf } from "./items";
import style from "./InboxPage.module.css";

type Item = FunctionReturnType<typeof api.inbox.dashboard.mine>["items"][number];

export function InboxPage() {
  const waiting = useLive(api.inbox.dashboard.mine, {});
  return (
    <>
      <PageHead title="Inbox" actions={<NotifySwitch />} />
      <Shown of={waiting}>
        {({ items, hasMore }) => (items.length === 0 ? <NothingWaits /> : <Waiting items={items} hasMore={hasMore} />)}
      </Shown>
    </>
  );
}

function Waiting({ items, hasMore }: { items: readonly Item[]; hasMore: boolean }) {
  const gone = useGone();
  useTakeBack();
  const left = items.filter(({ id, subject }) => !gone.includes(id) && !gone.includes(subject.id));
  return (
    <>
      {left.length === 0 ? <NothingWaits /> : <Items items={left} />}
      {hasMore && <p className={style.more}>There is more. It appears as you work through these.</p>}
    </>
  );
}

function NothingWaits() {
  const { all } = useProjects();
  const chosen = useChosenProject();
  if (all.length === 0) {
    return (
      <Empty
        title="You are in no project yet"
        command="npm run admin -- create-project --name Demo --owner-email you@example.com"
      >
        Somebody invites you by your address, or makes a project of yours:
      </Empty>
    );
  }
  const project = chosen ?? all[0];
  return (
    <Empty
      title="Nothing needs you"
      action={project !== undefined && <ButtonLink href={hrefIn(project.slug, "runs")}>Look at the runs</ButtonLink>}
    >
      Questions of agents, failed and paused runs, reviews and pull requests appear here the moment they need somebody.
    </Empty>
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
    if (item !== undefined && slug !== undefined) navigate(hrefIn(slug, pageOf(item)));
  }

  const { chosen, choose, rowProps } = useRowKeys([...byId.keys()], "item");
  const steadyClicks = useSteadyClicks([...byId.keys()]);
  const current = chosen ?? items[0]?.id ?? null;

  function dismissItem({ id, projectId, title }: Item): void {
    const place = items.findIndex((item) => item.id === id);
    choose(items[place + 1]?.id ?? items[place - 1]?.id ?? null);
    hold(id, `Dismissed for everybody: ${title}`, () => dismiss({ projectId, id }));
  }

  const currentItem = current === null ? undefined : byId.get(current);
  useCommands(
    currentItem === undefined
      ? []
      : [
          { title: "Open item", keys: "Enter", group: "Item", run: () => open(currentItem.id) },
          { title: "Dismiss", keys: "e", group: "Item", decides: currentItem.id, run: () => dismissItem(currentItem) },
        ],
  );

  return (
    <ul className={style.items} {...steadyClicks}>
      <EachRow of={items} keyOf={ownId} as="li">
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
                <span className={style.kind}>{kindWords[item.kind]}</span>
                <button type="button" className={style.title} onClick={() => open(item.id)}>
                  {item.title}
                </button>
                <span className={style.about}>
                  {project?.name} · <Ago at={item.since} />
                </span>
              </div>
              <p className={style.reason}>{item.reason}</p>
              {project !== null && (
                <ProjectContext value={project}>
                  <div className={style.actions}>
                    <Contained what="item" about={item.id}>
                      <InboxAction item={item} isCurrent={isCurrent}>
                        <Button look="bare" onClick={() => dismissItem(item)}>
                          Dismiss
                          {isCurrent && <Keys of="e" />}
                        </Button>
                      </InboxAction>
                    </Contained>
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
