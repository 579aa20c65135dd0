// The runs that have ended since the reader last looked at them, folded below what waits.
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { usePerform } from "../../live/usePerform";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { Status } from "../../parts/Status";
import { TimeAgo } from "../../parts/Time";
import { projectHref } from "../../project/project";
import { useProjects } from "../../project/projects";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import style from "./FinishedRuns.module.css";

type EndedRun = FunctionReturnType<typeof api.notifications.dashboard.mineUnseen>["runs"][number];

interface Props {
  /** The runs that the inbox shows above, because they failed. */
  shownIds: ReadonlySet<string>;
  /** Only this project, or all. */
  projectId: string | null;
  beginsOpen: boolean;
}

export function FinishedRuns({ shownIds, projectId, beginsOpen }: Props) {
  const found = useLiveQuery(api.notifications.dashboard.mineUnseen, {});
  if (found.kind !== "ready") return null;
  const runs = found.value.runs.filter(
    (run) => !shownIds.has(run.id) && (projectId ?? run.projectId) === run.projectId,
  );
  if (runs.length === 0) return null;
  return <Fold runs={runs} hasMore={found.value.hasMore} beginsOpen={beginsOpen} />;
}

interface FoldProps {
  runs: readonly EndedRun[];
  hasMore: boolean;
  beginsOpen: boolean;
}

function Fold({ runs, hasMore, beginsOpen }: FoldProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? beginsOpen;
  const markSeen = useMutation(api.notifications.dashboard.markSeen);
  const { perform, isPending } = usePerform();
  const toggle = () => setChoice(!isOpen);
  useCommands([{ title: "Show what has finished", keys: "f", group: "Inbox", run: toggle }]);

  /** Those that are shown, and not others of their projects that a filter hides. */
  function markShownSeen(): void {
    void perform(async () => await Promise.all(runs.map(({ id: runId, projectId }) => markSeen({ projectId, runId }))));
  }

  return (
    <section className={style.finished} aria-label="Finished, not looked at">
      <div className={style.head}>
        <Button look="bare" aria-expanded={isOpen} onClick={toggle}>
          Finished, not looked at: {runs.length}
          {hasMore && "+"} <ShortcutKeys keys="f" />
        </Button>
        {isOpen && (
          <Button look="bare" disabled={isPending} onClick={markShownSeen}>
            Mark all as looked at
          </Button>
        )}
      </div>
      {isOpen && (
        <ul className={style.runs}>
          <EachRow items={runs} keyOf={idOf} as="li">
            {(run) => <FinishedRun run={run} />}
          </EachRow>
        </ul>
      )}
    </section>
  );
}

function FinishedRun({ run: { projectId, runNumber, name, status, endedAt } }: { run: EndedRun }) {
  const project = useProjects().all.find(({ id }) => id === projectId);
  return (
    <li className={style.run}>
      <Status status={status} />
      {project === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <Link href={projectHref(project.slug, `runs/${runNumber}`)} className={style.name}>
          {runNumber} <bdi>{name}</bdi>
        </Link>
      )}
      <span className={style.about}>
        {project?.name} · {endedAt !== null && <TimeAgo at={endedAt} />}
      </span>
    </li>
  );
}
