// What can be done about the run: the likely things as buttons, the rest in a menu, all of them by keys.
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { runMoves } from "#convex/runs/status";
import { useProjectHref, useHasPermission, useProject } from "../../project/project";
import { readLastRunList } from "../../domain/runs/lastRunList";
import { toCommand, useRunCommands } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import type { Command } from "../../shortcuts/commands";
import { runOrConfirm } from "../../shortcuts/confirmation";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { RestartDialog } from "./RestartDialog";
import { useRunDownload } from "./useRunDownload";
import type { Run } from "./useRun";

interface Action {
  name: string;
  isBad: boolean;
  command: Command;
}

const group = "Run";
/** These are buttons of their own. */
const buttonActions = new Set(["pause", "resume", "restart"]);

export function RunActions({ run }: { run: Run }) {
  const [isRestarting, setRestarting] = useState(false);
  const actions = useActions(run, () => setRestarting(true));
  useCommands(actions.map(({ command }) => command));
  const rest = actions.filter(({ name }) => !buttonActions.has(name));
  return (
    <>
      {actions
        .filter(({ name }) => buttonActions.has(name))
        .map(({ name, command: { title, keys, run } }) => (
          <Button key={name} title={`${title} (${keys})`} onClick={run}>
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
      {isRestarting && <RestartDialog run={run} onClose={() => setRestarting(false)} />}
    </>
  );
}

function useActions(run: Run, restartFromStep: () => void): Action[] {
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
  const restartsFrom: readonly string[] = runMoves.restart.from;
  const mayRestart = mayWrite && restartsFrom.includes(run.status);
  const restart = { title: "Restart from a step…", keys: "R", group, run: restartFromStep };
  const downloadCommand = { title: "Download everything", keys: "D", group, run: download };
  return [
    ...runActions.filter(({ name }) => name !== "discard"),
    ...(mayRestart ? [{ name: "restartFrom", isBad: false, command: restart }] : []),
    { name: "download", isBad: false, command: downloadCommand },
    // The trash is at the end of the menu.
    ...runActions.filter(({ name }) => name === "discard"),
  ];
}
