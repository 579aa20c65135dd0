// What can be done about the run: the likely things as buttons, the rest in a menu, all of them by keys.
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { runMoves } from "../../../../convex/runs/status";
import { useHref, useMay, useProject } from "../../app/project";
import { openedList } from "../../domain/runs/openedList";
import { useRunCommands } from "../../domain/runs/runCommands";
import { useCommands } from "../../keys/commands";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { RestartDialog } from "./RestartDialog";
import { useDownload } from "./useDownload";
import type { Run } from "./useRun";

interface Action {
  name: string;
  label: string;
  keys: string;
  isBad: boolean;
  act: () => void;
}

/** These are buttons of their own. */
const likely = new Set(["pause", "resume", "restart"]);

export function RunActions({ run }: { run: Run }) {
  const [isRestarting, setRestarting] = useState(false);
  const actions = useActions(run, () => setRestarting(true));
  useCommands(actions.map(({ label, keys, act }) => ({ title: label, keys, group: "Run", run: act })));
  const rest = actions.filter(({ name }) => !likely.has(name));
  return (
    <>
      {actions
        .filter(({ name }) => likely.has(name))
        .map(({ name, label, keys, act }) => (
          <Button key={name} title={`${label} (${keys})`} onClick={act}>
            {label}
          </Button>
        ))}
      <Menu
        label="More about this run"
        isSquare
        icon={<Ellipsis size={16} aria-hidden />}
        items={rest.map(({ label, isBad, act }) => ({ label, isBad, run: act }))}
      />
      {isRestarting && <RestartDialog run={run} onClose={() => setRestarting(false)} />}
    </>
  );
}

function useActions(run: Run, restartFromStep: () => void): Action[] {
  const mayWrite = useMay("work:write");
  const { id: projectId } = useProject();
  const href = useHref();
  const [, navigate] = useLocation();
  const download = useDownload(run);
  const commands = useRunCommands(run, (done) => {
    // The page of a run in the trash shows nothing.
    if (done === "discard") navigate(href(`runs${openedList(projectId).search}`));
  });
  const known = commands.map(({ name, label, keys, isBad, run: act }): Action => ({ name, label, keys, isBad, act }));
  const restartsFrom: readonly string[] = runMoves.restart.from;
  const mayRestart = mayWrite && restartsFrom.includes(run.status);
  const restart = { name: "restartFrom", label: "Restart from a step…", keys: "R", isBad: false, act: restartFromStep };
  return [
    ...known.filter(({ name }) => name !== "discard"),
    ...(mayRestart ? [restart] : []),
    { name: "download", label: "Download everything", keys: "D", isBad: false, act: download },
    // The trash stands at the end of the menu.
    ...known.filter(({ name }) => name === "discard"),
  ];
}
