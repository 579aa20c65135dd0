// What surrounds every page: the navigation, the palette, the list of keys and the state of the connection.
import { Menu as MenuIcon, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { hasPermission } from "#convex/callers/roles";
import { ConfirmShortcut } from "./ConfirmShortcut";
import { useCommands } from "../shortcuts/commands";
import { setLetterShortcuts, useAreLetterShortcutsOn } from "../shortcuts/letterShortcuts";
import { LazyPalette, useLoadedPalette } from "./palette/LazyPalette";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { ErrorBoundary } from "../parts/ErrorBoundary";
import { Loading } from "../parts/Loading";
import { lazyComponent } from "../parts/lazyComponent";
import { useIsLoading } from "../parts/loadingState";
import { addressOf, areas, pagesFor } from "./areas";
import { ConnectionStatus } from "./ConnectionStatus";
import { Navigation } from "./Navigation";
import { ProjectContext, projectHref } from "../project/project";
import { useProjects } from "../project/projects";
import { useCurrentProject } from "../project/useCurrentProject";
import { useBrowserNotifications } from "../pages/inbox/useBrowserNotifications";
import { setTheme } from "./theme";
import { useSignOut } from "./sessionContext";
import style from "./Shell.module.css";

const ShortcutList = lazyComponent<{ onClose: () => void }>(
  () => import("./ShortcutList"),
  () => null,
);

const StartRun = lazyComponent<{ onClose: () => void }>(
  () => import("../domain/runs/StartRunDialog"),
  ({ onClose }) => (
    <Frame title="Start a run" onClose={onClose}>
      <Loading />
    </Frame>
  ),
);

const NewProject = lazyComponent<{ onClose: () => void }>(
  () => import("./NewProjectDialog"),
  ({ onClose }) => (
    <Frame title="New project" onClose={onClose}>
      <Loading />
    </Frame>
  ),
);

export function Shell({ children }: { children: ReactNode }) {
  const [path, navigate] = useLocation();
  const [open, setOpen] = useState<"palette" | "keys" | "run" | "project" | null>(null);
  const close = () => setOpen(null);
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const project = useCurrentProject();
  const mayMakeProject = useProjects().all.some(({ role }) => hasPermission(role, "projects:make"));
  const isWaiting = useIsLoading();
  const areLetterShortcutsOn = useAreLetterShortcutsOn();
  const signOut = useSignOut();
  useBrowserNotifications();
  useLoadedPalette();

  useEffect(() => setNavigationOpen(false), [path]);
  useCommands([
    { title: "Find anything", keys: "mod+k", group: "Everywhere", worksInFields: true, run: () => setOpen("palette") },
    { title: "Show keyboard shortcuts", keys: "?", group: "Everywhere", run: () => setOpen("keys") },
    { title: "Inbox", keys: "g i", group: "Go to", run: () => navigate("/inbox") },
    ...(project === null
      ? []
      : areas
          .flatMap((area) => pagesFor(area, project.role))
          .flatMap((page) => {
            const run = () => navigate(projectHref(project.slug, addressOf(page)));
            return page.key === undefined ? [] : [{ title: page.title, keys: `g ${page.key}`, group: "Go to", run }];
          })),
    ...(project !== null && hasPermission(project.role, "work:write")
      ? [{ title: "Start a run", keys: "c", group: "Everywhere", run: () => setOpen("run") }]
      : []),
    ...(mayMakeProject ? [{ title: "New project", group: "Everywhere", run: () => setOpen("project") }] : []),
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
          aria-label="Find anything"
          icon={<Search size={18} aria-hidden />}
          onClick={() => setOpen("palette")}
        />
      </div>
      <Navigation
        onFind={() => setOpen("palette")}
        onNewProject={mayMakeProject ? () => setOpen("project") : null}
        onShowShortcuts={() => setOpen("keys")}
      />
      <main ref={main} id="main" className={style.main} tabIndex={-1} aria-busy={isWaiting}>
        <ConnectionStatus />
        {children}
      </main>
      {open === "palette" && <LazyPalette onClose={close} />}
      <ConfirmShortcut />
      {open === "run" && (
        <Opened title="Start a run" resetKey={path} onClose={close}>
          <ProjectContext value={project}>
            <StartRun onClose={close} />
          </ProjectContext>
        </Opened>
      )}
      {open === "project" && (
        <Opened title="New project" resetKey={path} onClose={close}>
          <NewProject onClose={close} />
        </Opened>
      )}
      {open === "keys" && (
        <Opened title="Keyboard shortcuts" resetKey={path} onClose={close}>
          <ShortcutList onClose={close} />
        </Opened>
      )}
    </div>
  );
}

interface FrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog whose code may not arrive. */
function Opened({ resetKey, children, ...frame }: FrameProps & { resetKey: string }) {
  return (
    <ErrorBoundary resetKey={resetKey} frame={(message) => <Frame {...frame}>{message}</Frame>}>
      {children}
    </ErrorBoundary>
  );
}

/** What is typed while a dialog loads must not be keys of the page. */
function Frame({ title, onClose, children }: FrameProps) {
  return (
    <Dialog label={title} title={title} onClose={onClose}>
      {children}
    </Dialog>
  );
}
