// What surrounds every page: the navigation, the palette, the list of keys and the state of the connection.
import { Menu as MenuIcon, Search } from "lucide-react";
import { Suspense, lazy, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { holdsPermission } from "../../../convex/callers/roles";
import { AskFirst } from "./AskFirst";
import { useCommands } from "../keys/commands";
import { KeyList } from "./KeyList";
import { setLetterKeys, useLetterKeys } from "../keys/letterKeys";
import { Palette } from "./Palette";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Loading } from "../parts/Loading";
import { useIsWaiting } from "../parts/waiting";
import { areas } from "./areas";
import { ConnectionNote } from "./ConnectionNote";
import { Navigation } from "./Navigation";
import { ProjectContext, hrefIn } from "../project/project";
import { useChosenProject } from "../project/useChosenProject";
import { useNotifications } from "../pages/inbox/useNotifications";
import { useTheme } from "./theme";
import { useSignOut } from "./sessionContext";
import style from "./Shell.module.css";

const StartRun = lazy(() => import("../domain/runs/StartRun"));

export function Shell({ children }: { children: ReactNode }) {
  const [path, navigate] = useLocation();
  const [open, setOpen] = useState<"palette" | "keys" | "run" | null>(null);
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const project = useChosenProject();
  const isWaiting = useIsWaiting();
  const { setTheme } = useTheme();
  const areLetterKeysOn = useLetterKeys();
  const signOut = useSignOut();
  useNotifications();

  useEffect(() => setNavigationOpen(false), [path]);
  useCommands([
    { title: "Find a command", keys: "mod+k", group: "Everywhere", worksInFields: true, run: () => setOpen("palette") },
    { title: "Show all keys", keys: "?", group: "Everywhere", run: () => setOpen("keys") },
    { title: "Inbox", keys: "g i", group: "Go to", run: () => navigate("/inbox") },
    ...(project === null
      ? []
      : areas.map(({ name, label, key }) => ({
          title: label,
          keys: `g ${key}`,
          group: "Go to",
          run: () => navigate(hrefIn(project.slug, name)),
        }))),
    ...(project !== null && holdsPermission(project.role, "work:write")
      ? [{ title: "Start a run", keys: "c", group: "Everywhere", run: () => setOpen("run") }]
      : []),
    { title: "Use the dark theme", group: "Appearance", run: () => setTheme("dark") },
    { title: "Use the light theme", group: "Appearance", run: () => setTheme("light") },
    { title: "Use the theme of the system", group: "Appearance", run: () => setTheme("system") },
    {
      title: areLetterKeysOn ? "Switch keys of one letter off" : "Switch keys of one letter on",
      group: "Keys",
      run: () => setLetterKeys(!areLetterKeysOn),
    },
    { title: "Sign out", group: "Everywhere", run: signOut },
  ]);

  return (
    <div className={style.shell} data-navigation={isNavigationOpen ? "open" : undefined}>
      <a
        href="#main"
        className={style.skip}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the page
      </a>
      <div className={style.bar}>
        <Button
          look="bare"
          isSquare
          aria-label={isNavigationOpen ? "Close the navigation" : "Open the navigation"}
          aria-expanded={isNavigationOpen}
          icon={<MenuIcon size={18} aria-hidden />}
          onClick={() => setNavigationOpen(!isNavigationOpen)}
        />
        <span className={style.where} dir="auto">
          {project?.name ?? "Switchyard"}
        </span>
        <Button
          look="bare"
          isSquare
          aria-label="Find a command"
          icon={<Search size={18} aria-hidden />}
          onClick={() => setOpen("palette")}
        />
      </div>
      <Navigation onFind={() => setOpen("palette")} />
      <main ref={main} id="main" className={style.main} tabIndex={-1} aria-busy={isWaiting}>
        <ConnectionNote />
        {children}
      </main>
      {open === "palette" && <Palette onClose={() => setOpen(null)} />}
      {open === "run" && (
        <ProjectContext value={project}>
          <Suspense fallback={<Opening label="Start a run" onClose={() => setOpen(null)} />}>
            <StartRun onClose={() => setOpen(null)} />
          </Suspense>
        </ProjectContext>
      )}
      <AskFirst />
      {open === "keys" && <KeyList onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What is typed while a dialog loads must not be keys of the page. */
function Opening({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <Dialog label={label} title={label} onClose={onClose}>
      <Loading />
    </Dialog>
  );
}
