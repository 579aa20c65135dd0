// The project of the address or, on pages of all projects, the one that the person was in last.
import { useContext, useEffect } from "react";
import { ProjectContext } from "./project";
import type { OwnProject } from "./project";
import { useProjects } from "./projects";

const place = "switchyard.project";

export function useChosenProject(): OwnProject | null {
  const addressed = useContext(ProjectContext);
  const { all } = useProjects();
  useEffect(() => {
    if (addressed !== null) localStorage.setItem(place, addressed.slug);
  }, [addressed]);
  if (addressed !== null) return addressed;
  const last = localStorage.getItem(place);
  return all.find(({ slug }) => slug === last) ?? all[0] ?? null;
}
