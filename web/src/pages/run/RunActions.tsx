// What can be done about the run: the likely things as buttons, the rest in a menu, all of them by keys.
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useProjectHref, useHasPermission, useProject } from "../../project/project";
import { readLastRunList } from "../../domain/runs/lastRunList";
import { toCommand, useRunCommands } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import type { Command } from "../../shortcuts/commands";
import { runOrConfirm } from "../../shortcuts/confirmation";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { ContinueDialog } from "./ContinueDialog";
import { isOver, whyNotContinue } from "./continuing";
import { RestartDialog } from "./RestartDialog";
import { useRunDownload } from "./useRunDownload";
import type { Run } from "./useRun";

interface Action {
  name: string;
  isBad: boolean;
  command: Command;
  /** Why it cannot be done now. */
  whyNot?: string | null;
}

const group = "Run";
/** These are buttons of their own. */
const buttonActions = new Set(["pause", "resume", "restart", "continue"]);

export function RunActions({ run }: { run: Run }) {
  const [open, setOpen] = useState<"restart" | "continue" | null>(null);
  const actions = useActions(run, setOpen);
  useCommands(actions.filter(({ whyNot = null }) => whyNot === null).map(({ command }) => command));
  const rest = actions.filter(({ name }) => !buttonActions.has(name));
  return (
    <>
      {actions
        .filter(({ name }) => buttonActions.has(name))
        .map(({ name, whyNot = null, command: { title, keys, run } }) => (
          <Button key={name} title={whyNot ?? `${title} (${keys})`} disabled={whyNot !== null} onClick={run}>
            {title}
          </Button>
        ))}
      <Menu
        label="More about this run"
        isSquare
        icon={<Ellipsis size={16} aria-hidden />}
        items={rest.map(({ isBad, command }) => ({
          label: command.title,
          isBad,
          // What stops or deletes is beside what does not, so it asks like its key does.
          run: () => (isBad ? runOrConfirm(command) : command.run()),
        }))}
      />
      {open === "restart" && <RestartDialog run={run} onClose={() => setOpen(null)} />}
      {open === "continue" && <ContinueDialog run={run} feedbackIds={null} onClose={() => setOpen(null)} />}
    </>
  );
}

function useActions(run: Run, open: (dialog: "restart" | "continue") => void): Action[] {
  const mayWrite = useHasPermission("work:write");
  const { id: projectId } = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const download = useRunDownload(run);
  const commands = useRunCommands(run, (done) => {
    // The page of a run in the trash shows nothing.
    if (done === "discard") navigate(href(`runs${readLastRunList(projectId).search}`));
  });
  const runActions = commands.map((each): Action => {
    const { name, isBad } = each;
    return { name, isBad, command: toCommand(each, group) };
  });
  const mayRestart = mayWrite && isOver(run);
  const restart = { title: "Restart from a step…", keys: "R", group, run: () => open("restart") };
  const next = { title: "Continue…", keys: "C", group, run: () => open("continue") };
  const downloadCommand = { title: "Download everything", keys: "D", group, run: download };
  return [
    ...runActions.filter(({ name }) => name !== "discard"),
    ...(mayRestart
      ? [
          { name: "continue", isBad: false, command: next, whyNot: whyNotContinue(run) },
          { name: "restartFrom", isBad: false, command: restart },
        ]
      : []),
    { name: "download", isBad: false, command: downloadCommand },
    // The trash is at the end of the menu.
    ...runActions.filter(({ name }) => name === "discard"),
  ];
}
