import { Inbox, Search } from "lucide-react";
import { Link, useLocation } from "wouter";
import { ShortcutKeys } from "../shortcuts/ShortcutKeys";
import { Button } from "../parts/Button";
import { areas } from "./areas";
import { projectHref } from "../project/project";
import { groupBy } from "../parts/groupBy";
import { ProjectMenu } from "./ProjectMenu";
import { useSignOut } from "./sessionContext";
import { useUser } from "../project/user";
import { useCurrentProject } from "../project/useCurrentProject";
import { useInboxCount } from "./useInboxCount";
import style from "./Navigation.module.css";

export function Navigation({ onFind }: { onFind: () => void }) {
  const project = useCurrentProject();
  const count = useInboxCount();
  const sections = groupBy(areas, ({ section }) => section);
  return (
    <nav className={style.navigation} aria-label="Pages">
      <ProjectMenu />
      <button type="button" className={style.find} onClick={onFind}>
        <Search size={15} aria-hidden />
        <span>Find</span>
        <ShortcutKeys keys="mod+k" />
      </button>
      <ul>
        <Entry href="/inbox" label="Inbox" icon={<Inbox size={16} aria-hidden />} count={count.total} />
      </ul>
      {project !== null &&
        [...sections].map(([section, members]) => (
          <div key={section}>
            <h2 className={style.section}>{section}</h2>
            <ul>
              {members.map(({ name, label, icon: Icon }) => (
                <Entry
                  key={name}
                  href={projectHref(project.slug, name)}
                  label={label}
                  icon={<Icon size={16} aria-hidden />}
                />
              ))}
            </ul>
          </div>
        ))}
      <Person />
    </nav>
  );
}

interface EntryProps {
  href: string;
  label: string;
  icon: React.ReactNode;
  count?: number;
}

function Entry({ href, label, icon, count = 0 }: EntryProps) {
  const [path] = useLocation();
  const isCurrentPage = path === href || path.startsWith(`${href}/`);
  return (
    <li>
      <Link href={href} className={style.entry} aria-current={isCurrentPage ? "page" : undefined}>
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

function Person() {
  const user = useUser();
  const signOut = useSignOut();
  return (
    <div className={style.person}>
      <span className={style.label} title={user.email}>
        {user.name ?? user.email}
      </span>
      <Button look="bare" onClick={signOut}>
        Sign out
      </Button>
    </div>
  );
}
