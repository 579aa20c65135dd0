// The project of the address or, on pages of all projects, the one that the person was in last.
import { useContext, useEffect, useSyncExternalStore } from "react";
import { ProjectContext } from "./project";
import type { MyProject } from "./project";
import { useProjects } from "./projects";
import { lastProject, rememberProject, subscribeToLastProject } from "./recentProjects";

export function useCurrentProject(): MyProject | null {
  const addressed = useContext(ProjectContext);
  const { all } = useProjects();
  const last = useSyncExternalStore(subscribeToLastProject, lastProject);
  useEffect(() => {
    if (addressed !== null) rememberProject(addressed.slug);
  }, [addressed]);
  if (addressed !== null) return addressed;
  return all.find(({ slug }) => slug === last) ?? all[0] ?? null;
}
