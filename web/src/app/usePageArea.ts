// The tabs above the page that is shown.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import type { PageArea } from "../parts/pageArea";
import { projectHref } from "../project/project";
import type { MyProject } from "../project/project";
import { areaOf, pagesFor, searchOf } from "./areas";
import type { AreaPage } from "./areas";

export function usePageArea(project: MyProject | null): PageArea | null {
  const [path] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const shown = /^\/p\/[^/]+\/(.+)$/.exec(path)?.[1];
    const area = shown === undefined ? null : areaOf(shown);
    if (project === null || area === null || area.pages.length === 1) return null;
    const pages = pagesFor(area, project.role);
    const chosen = pages.findLast((page) => page.path === shown && isMeant(page, new URLSearchParams(search)));
    const tabs = pages.map((page) => ({
      label: page.tab ?? page.title,
      // The list and the board are one page, whose filters stay.
      href: projectHref(project.slug, page.path) + searchOf(page, page.path === shown ? search : ""),
      isChosen: page === chosen,
    }));
    return { label: area.label, tabs };
  }, [path, search, project]);
}

/** Whether the address says everything that tells this page from others at the same path. */
function isMeant({ parameters = {} }: AreaPage, asked: URLSearchParams): boolean {
  return Object.entries(parameters).every(([name, value]) => value === null || asked.get(name) === value);
}
