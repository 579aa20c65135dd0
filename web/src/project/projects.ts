// All projects of the person, live. The shell reads them once for all pages.
import { usePaginatedQuery } from "convex/react";
import { createContext, useContext } from "react";
import { api } from "#convex/_generated/api";
import type { MyProject } from "./project";

export interface Projects {
  all: readonly MyProject[];
  isLoading: boolean;
}

export function useMyProjects(): Projects {
  const { results, status } = usePaginatedQuery(api.project.dashboard.mine, {}, { initialNumItems: 100 });
  return { all: results, isLoading: status === "LoadingFirstPage" };
}

export const ProjectsContext = createContext<Projects>({ all: [], isLoading: true });

export const useProjects = (): Projects => useContext(ProjectsContext);
