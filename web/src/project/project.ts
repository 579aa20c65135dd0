// The project whose pages are shown, and what the person may do in it.
import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "#convex/_generated/api";
import { hasPermission } from "#convex/callers/roles";
import type { Permission } from "#convex/callers/roles";

export type MyProject = FunctionReturnType<typeof api.project.dashboard.mine>["page"][number];

export const ProjectContext = createContext<MyProject | null>(null);

export function useProject(): MyProject {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error("There is no project around this component.");
  return project;
}

/** The table of the service itself says what a role may do, so that no button is shown that it may not press. */
export function useHasPermission(permission: Permission): boolean {
  return hasPermission(useProject().role, permission);
}

/** `useProjectHref()("runs/12")` is the address of that page in the project that is shown. */
export function useProjectHref(): (page: string) => string {
  const { slug } = useProject();
  return (page) => projectHref(slug, page);
}

export function projectHref(slug: string, page: string): string {
  return `/p/${slug}/${page}`;
}
