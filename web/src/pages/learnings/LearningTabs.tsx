// The two pages about learnings: their review, and the documents that are made of them.
import { Link, useLocation } from "wouter";
import { useHref } from "../../app/project";
import { useCommands } from "../../keys/commands";
import style from "./LearningTabs.module.css";

const tabs = [
  { page: "learnings", label: "Review" },
  { page: "learnings/versions", label: "Versions" },
];

export function LearningTabs() {
  const href = useHref();
  const [path, navigate] = useLocation();
  const others = tabs.filter(({ page }) => path !== href(page));
  useCommands(
    others.map(({ page, label }) => ({
      title: `${label} of learnings`,
      keys: "o",
      group: "Learnings",
      run: () => navigate(href(page)),
    })),
  );
  return (
    <nav className={style.tabs} aria-label="Learnings">
      {tabs.map(({ page, label }) => (
        <Link key={page} href={href(page)} aria-current={path === href(page) ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
