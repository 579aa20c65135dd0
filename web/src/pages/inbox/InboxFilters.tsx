// What waits by kind and by project, with counts. One of each can be chosen; the address has both.
import { useMemo } from "react";
import { api } from "#convex/_generated/api";
import { inboxKinds } from "#convex/inbox/kinds";
import type { InboxKind } from "#convex/inbox/kinds";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Chip } from "../../parts/Chip";
import { useProjects } from "../../project/projects";
import { pluralLabels } from "./inboxItem";
import style from "./InboxPage.module.css";

export interface InboxFilterState {
  kind: InboxKind | null;
  projectId: string | null;
  set: (changes: { kind?: string | null; project?: string | null }) => void;
}

export function useInboxFilters(): InboxFilterState {
  const { get, set } = useAddressParameters();
  const { all } = useProjects();
  const slug = get("project");
  const projectId = all.find((project) => project.slug === slug)?.id ?? null;
  return { kind: oneOf(get("kind"), inboxKinds), projectId, set };
}

export function InboxFilters({ filters: { kind, projectId, set } }: { filters: InboxFilterState }) {
  const { all } = useProjects();
  const counted = useLiveQuery(api.inbox.dashboard.countMine, {});
  const projects = useMemo(() => (counted.kind === "ready" ? counted.value.projects : []), [counted]);
  const ofProject = projects.filter((project) => (projectId ?? project.projectId) === project.projectId);
  const countOf = (wanted: InboxKind) => ofProject.reduce((sum, { kinds }) => sum + (kinds[wanted] ?? 0), 0);
  const kinds = inboxKinds.filter((each) => each === kind || countOf(each) > 0);
  if (projects.length === 0 && kind === null && projectId === null) return null;
  return (
    <div className={style.chips} role="group" aria-label="Show only">
      {kinds.map((each) => (
        <Chip
          key={each}
          label={pluralLabels[each]}
          count={countOf(each)}
          isOn={each === kind}
          onToggle={() => set({ kind: each === kind ? null : each })}
        />
      ))}
      {projects.length > 1 && <span className={style.divider} aria-hidden />}
      {(projects.length > 1 || projectId !== null) &&
        all.flatMap(({ id, slug, name }) => {
          const waiting = projects.find((project) => project.projectId === id);
          if (waiting === undefined && id !== projectId) return [];
          const count = kind === null ? (waiting?.count ?? 0) : (waiting?.kinds[kind] ?? 0);
          const isOn = id === projectId;
          return [
            <Chip
              key={id}
              label={name}
              count={count}
              isOn={isOn}
              onToggle={() => set({ project: isOn ? null : slug })}
            />,
          ];
        })}
    </div>
  );
}
