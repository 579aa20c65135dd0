// The ten entries: the inbox of all projects, and the areas of the project that is shown.
import { Inbox, Search } from "lucide-react";
import { Link, useLocation } from "wouter";
import { ShortcutKeys } from "../shortcuts/ShortcutKeys";
import { AccountMenu } from "./AccountMenu";
import { addressOf, areaOf, areas } from "./areas";
import { projectHref } from "../project/project";
import { groupBy } from "../parts/groupBy";
import { ProjectMenu } from "./ProjectMenu";
import { useCurrentProject } from "../project/useCurrentProject";
import { useInboxCount } from "./useInboxCount";
import style from "./Navigation.module.css";

interface Props {
  onFind: () => void;
  onNewProject: (() => void) | null;
  onShowShortcuts: () => void;
}

export function Navigation({ onFind, onNewProject, onShowShortcuts }: Props) {
  const project = useCurrentProject();
  const count = useInboxCount();
  const [path] = useLocation();
  const shown = areaOf(/^\/p\/[^/]+\/(.+)$/.exec(path)?.[1] ?? "");
  return (
    <nav className={style.navigation} aria-label="Pages">
      <ProjectMenu onNew={onNewProject} />
      <button type="button" className={style.find} onClick={onFind}>
        <Search size={15} aria-hidden />
        <span>Find</span>
        <ShortcutKeys keys="mod+k" />
      </button>
      <ul>
        <Entry
          href="/inbox"
          label="Inbox"
          icon={<Inbox size={16} aria-hidden />}
          isCurrent={path === "/inbox"}
          count={count.total}
        />
      </ul>
      {project !== null &&
        [...groupBy(areas, ({ group }) => group)].map(([group, members]) => (
          <ul key={group} className={style.group}>
            {members.map((area) => (
              <Entry
                key={area.label}
                href={projectHref(project.slug, addressOf(area.pages[0]))}
                label={area.label}
                icon={<area.icon size={16} aria-hidden />}
                isCurrent={area === shown}
              />
            ))}
          </ul>
        ))}
      <AccountMenu onShowShortcuts={onShowShortcuts} />
    </nav>
  );
}

interface EntryProps {
  href: string;
  label: string;
  icon: React.ReactNode;
  isCurrent: boolean;
  count?: number;
}

function Entry({ href, label, icon, isCurrent, count = 0 }: EntryProps) {
  return (
    <li>
      <Link href={href} className={style.entry} aria-current={isCurrent ? "page" : undefined}>
        {icon}
        <span className={style.label}>{label}</span>
        {count > 0 && (
          <span className={style.count}>
            {count}
            <span className="visually-hidden"> waiting</span>
          </span>
        )}
      </Link>
    </li>
  );
}
