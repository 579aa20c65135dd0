import { ChevronsUpDown } from "lucide-react";
import { useLocation } from "wouter";
import { Menu } from "../parts/Menu";
import { projectHref } from "../project/project";
import { useProjects } from "../project/projects";
import { useCurrentProject } from "../project/useCurrentProject";
import style from "./ProjectMenu.module.css";

export function ProjectMenu() {
  const { all, isLoading } = useProjects();
  const chosen = useCurrentProject();
  const [path, navigate] = useLocation();
  // The same area of the other project is shown, but not a thing that only this project has.
  const area = /^\/p\/[^/]+\/([^/]+)/.exec(path)?.[1] ?? "runs";
  if (all.length === 0) return <p className={style.none}>{isLoading ? " " : "You are not in a project yet."}</p>;
  return (
    <div className={style.choice}>
      <Menu
        label={chosen?.name ?? "Choose a project"}
        look="bare"
        icon={<ChevronsUpDown size={14} aria-hidden />}
        items={all.map(({ slug, name }) => ({
          label: name,
          isChosen: slug === chosen?.slug,
          run: () => navigate(projectHref(slug, area)),
        }))}
      />
    </div>
  );
}
