// What can be done about the run: the likely things as buttons, the rest in a menu, all of them by keys.
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../app/project";
import { useRunCommands } from "../../domain/runs/runCommands";
import { runMoves } from "../../../../convex/runs/status";
import { useCommands } from "../../keys/commands";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { RestartDialog } from "./RestartDialog";
import { useDownload } from "./useDownload";
import type { Run } from "./useRun";

/** These are buttons of their own. */
const likely = new Set(["pause", "resume", "restart"]);

export function RunActions({ run }: { run: Run }) {
  const mayWrite = useMay("work:write");
  const [isRestarting, setRestarting] = useState(false);
  const download = useDownload(run);
  const known = useRunCommands(run).map(({ name, label, keys, isBad, run: act }) => ({
    name,
    label,
    keys,
    isBad,
    act,
  }));
  const restartFrom: readonly string[] = runMoves.restart.from;
  const extra = [
    ...(mayWrite && restartFrom.includes(run.status)
      ? [
          {
            name: "restartFrom",
            label: "Restart from a step…",
            keys: "R",
            isBad: false,
            act: () => setRestarting(true),
          },
        ]
      : []),
    { name: "download", label: "Download everything", keys: "D", isBad: false, act: download },
  ];
  // The trash stands at the end of the menu.
  const all = [
    ...known.filter(({ name }) => name !== "discard"),
    ...extra,
    ...known.filter(({ name }) => name === "discard"),
  ];
  useCommands(all.map(({ label, keys, act }) => ({ title: label, keys, group: "Run", run: act })));
  return (
    <>
      {all
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
        items={all.filter(({ name }) => !likely.has(name)).map(({ label, isBad, act }) => ({ label, isBad, run: act }))}
      />
      {isRestarting && <RestartDialog run={run} onClose={() => setRestarting(false)} />}
    </>
  );
}
