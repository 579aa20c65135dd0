// What surrounds every page: the navigation, the palette, the list of keys and the state of the connection.
import { Menu as MenuIcon, Search } from "lucide-react";
import { Suspense, lazy, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { hasPermission } from "#convex/callers/roles";
import { ConfirmShortcut } from "./ConfirmShortcut";
import { useCommands } from "../shortcuts/commands";
import { ShortcutList } from "./ShortcutList";
import { setLetterShortcuts, useLetterShortcuts } from "../shortcuts/letterShortcuts";
import { CommandPalette } from "./CommandPalette";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Loading } from "../parts/Loading";
import { useIsLoading } from "../parts/loadingState";
import { areas } from "./areas";
import { ConnectionStatus } from "./ConnectionStatus";
import { Navigation } from "./Navigation";
import { ProjectContext, projectHref } from "../project/project";
import { useCurrentProject } from "../project/useCurrentProject";
import { useBrowserNotifications } from "../pages/inbox/useBrowserNotifications";
import { useTheme } from "./theme";
import { useSignOut } from "./sessionContext";
import style from "./Shell.module.css";

const StartRun = lazy(() => import("../domain/runs/StartRunDialog"));

export function Shell({ children }: { children: ReactNode }) {
  const [path, navigate] = useLocation();
  const [open, setOpen] = useState<"palette" | "keys" | "run" | null>(null);
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const project = useCurrentProject();
  const isWaiting = useIsLoading();
  const { setTheme } = useTheme();
  const areLetterShortcutsOn = useLetterShortcuts();
  const signOut = useSignOut();
  useBrowserNotifications();

  useEffect(() => setNavigationOpen(false), [path]);
  useCommands([
    { title: "Find a command", keys: "mod+k", group: "Everywhere", worksInFields: true, run: () => setOpen("palette") },
    { title: "Show keyboard shortcuts", keys: "?", group: "Everywhere", run: () => setOpen("keys") },
    { title: "Inbox", keys: "g i", group: "Go to", run: () => navigate("/inbox") },
    ...(project === null
      ? []
      : areas.map(({ name, label, key }) => ({
          title: label,
          keys: `g ${key}`,
          group: "Go to",
          run: () => navigate(projectHref(project.slug, name)),
        }))),
    ...(project !== null && hasPermission(project.role, "work:write")
      ? [{ title: "Start a run", keys: "c", group: "Everywhere", run: () => setOpen("run") }]
      : []),
    { title: "Use the dark theme", group: "Appearance", run: () => setTheme("dark") },
    { title: "Use the light theme", group: "Appearance", run: () => setTheme("light") },
    { title: "Use the system theme", group: "Appearance", run: () => setTheme("system") },
    {
      title: areLetterShortcutsOn ? "Turn single-letter shortcuts off" : "Turn single-letter shortcuts on",
      group: "Shortcuts",
      run: () => setLetterShortcuts(!areLetterShortcutsOn),
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
        Skip to content
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
        <ConnectionStatus />
        {children}
      </main>
      {open === "palette" && <CommandPalette onClose={() => setOpen(null)} />}
      {open === "run" && (
        <ProjectContext value={project}>
          <Suspense fallback={<LoadingDialog label="Start a run" onClose={() => setOpen(null)} />}>
            <StartRun onClose={() => setOpen(null)} />
          </Suspense>
        </ProjectContext>
      )}
      <ConfirmShortcut />
      {open === "keys" && <ShortcutList onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What is typed while a dialog loads must not be keys of the page. */
function LoadingDialog({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <Dialog label={label} title={label} onClose={onClose}>
      <Loading />
    </Dialog>
  );
}
