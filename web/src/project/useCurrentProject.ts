// The project of the address or, on pages of all projects, the one that the person was in last.
import { useContext, useEffect } from "react";
import { ProjectContext } from "./project";
import type { MyProject } from "./project";
import { useProjects } from "./projects";

const storageKey = "switchyard.project";

export function useCurrentProject(): MyProject | null {
  const addressed = useContext(ProjectContext);
  const { all } = useProjects();
  useEffect(() => {
    if (addressed !== null) localStorage.setItem(storageKey, addressed.slug);
  }, [addressed]);
  if (addressed !== null) return addressed;
  const last = localStorage.getItem(storageKey);
  return all.find(({ slug }) => slug === last) ?? all[0] ?? null;
}
