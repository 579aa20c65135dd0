// The projects of the person, the last used ones first. A long list can be searched. Owners can make another.
import { ChevronsUpDown, Plus } from "lucide-react";
import { useLocation } from "wouter";
import { Menu } from "../parts/Menu";
import { SearchMenu } from "../parts/SearchMenu";
import { projectHref } from "../project/project";
import { useProjects } from "../project/projects";
import { byRecentUse } from "../project/recentProjects";
import { useCurrentProject } from "../project/useCurrentProject";
import style from "./ProjectMenu.module.css";

const maxUnsearched = 8;

interface Props {
  /** Null for people who may not make a project. */
  onNew: (() => void) | null;
}

export function ProjectMenu({ onNew }: Props) {
  const { all, isLoading } = useProjects();
  const chosen = useCurrentProject();
  const [path, navigate] = useLocation();
  // The same page of the other project is shown, but not a thing that only this project has.
  const page = /^\/p\/[^/]+\/([^/]+)/.exec(path)?.[1] ?? "runs";
  if (all.length === 0) return <p className={style.none}>{isLoading ? " " : "You are not in a project yet."}</p>;
  const choices = byRecentUse(all, chosen).map(({ slug, name }) => ({
    key: slug,
    label: name,
    isChosen: slug === chosen?.slug,
    run: () => navigate(projectHref(slug, page)),
  }));
  const action = onNew && { label: "New project", icon: <Plus size={14} aria-hidden />, run: onNew };
  const label = chosen?.name ?? "Choose a project";
  const icon = <ChevronsUpDown size={14} aria-hidden />;
  return (
    <div className={style.choice}>
      {choices.length > maxUnsearched ? (
        <SearchMenu label={label} icon={icon} searchLabel="Find a project" choices={choices} action={action} />
      ) : (
        <Menu label={label} look="bare" icon={icon} items={action === null ? choices : [...choices, action]} />
      )}
    </div>
  );
}
