// Places that are found by their names without asking the service for each letter: settings, projects and people.
import { usePaginatedQuery } from "convex/react";
import { FolderGit2, Settings, UserRound } from "lucide-react";
import { api } from "#convex/_generated/api";
import { projectHref } from "../../project/project";
import type { MyProject } from "../../project/project";
import { useProjects } from "../../project/projects";
import { byRecentUse } from "../../project/recentProjects";
import { addressOf, areas, pagesFor } from "../areas";
import { hasAllWords, wordsOf } from "./paletteRows";
import type { PaletteGroup, PaletteRow } from "./paletteRows";

const maxOfKind = 5;

/** `near` comes directly below the commands, and people below what the service has found. */
export function usePaletteTargets(
  project: MyProject | null,
  text: string,
): { near: PaletteGroup[]; people: PaletteGroup } {
  const { all } = useProjects();
  const words = wordsOf(text);
  const matching = (rows: PaletteRow[]) =>
    words.length === 0
      ? []
      : rows.filter(({ title, note = "" }) => hasAllWords(`${title} ${note}`, words)).slice(0, maxOfKind);
  const projects = byRecentUse(all, project).filter(({ slug }) => slug !== project?.slug);
  return {
    near: [
      { label: "Settings", rows: matching(project === null ? [] : settingsRows(project)) },
      { label: "Projects", rows: matching(projects.map((each) => projectRow(each))) },
    ],
    people: { label: "People", rows: matching(usePeople(project, words.length > 0)) },
  };
}

function settingsRows({ slug, role }: MyProject): PaletteRow[] {
  const settings = areas.filter(({ label }) => label === "Settings").flatMap((area) => pagesFor(area, role));
  // Pages with a key of their own are among the commands.
  return settings
    .filter(({ key }) => key === undefined)
    .map((page) => {
      const href = projectHref(slug, addressOf(page));
      return { key: href, title: page.title, note: "Settings", icon: Settings, does: { href } };
    });
}

function projectRow({ slug, name }: MyProject): PaletteRow {
  const href = projectHref(slug, "runs");
  return { key: `project ${slug}`, title: name, note: "Project", icon: FolderGit2, does: { href } };
}

/** The hundred that joined last. */
function usePeople(project: MyProject | null, isAsked: boolean): PaletteRow[] {
  const { results } = usePaginatedQuery(
    api.members.dashboard.list,
    project !== null && isAsked ? { projectId: project.id } : "skip",
    { initialNumItems: 100 },
  );
  if (project === null) return [];
  const href = projectHref(project.slug, "settings/members");
  return results.map(({ id, name, email, role }) => ({
    key: id,
    title: name ?? email ?? "",
    note: [name === null ? null : email, role].filter((each) => each !== null).join(" · "),
    icon: UserRound,
    does: { href },
  }));
}
