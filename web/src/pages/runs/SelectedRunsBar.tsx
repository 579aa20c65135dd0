// What can be done with all selected runs at once. Each is asked for by itself, so one that refuses stops no other.
import { api } from "#convex/_generated/api";
import { runMoves } from "#convex/runs/status";
import { useHasPermission } from "../../project/project";
import type { RunSummary } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import type { Command } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { toServiceError } from "../../feedback/serviceError";
import { useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { showNotice } from "../../feedback/notices";
import { SelectionBar } from "../../parts/SelectionBar";

const actions = [
  { name: "pause", label: "Pause", keys: "p", done: "paused" },
  { name: "resume", label: "Resume", keys: "u", done: "resumed" },
  { name: "cancel", label: "Cancel", keys: "Delete", done: "cancelled" },
  { name: "restart", label: "Restart", keys: "r", done: "restarted" },
] as const;

interface Props {
  runs: readonly RunSummary[];
  onDone: () => void;
}

export function SelectedRunsBar({ runs, onDone }: Props) {
  const mayWrite = useHasPermission("work:write");
  const mutations = {
    pause: useProjectMutation(api.runs.dashboard.pause),
    resume: useProjectMutation(api.runs.dashboard.resume),
    cancel: useProjectMutation(api.runs.dashboard.cancel),
    restart: useProjectMutation(api.runs.dashboard.restart),
  };
  const discardMany = useProjectMutation(api.runs.dashboard.discardMany);

  const runsThatAllow = (name: keyof typeof mutations) => {
    const from: readonly string[] = runMoves[name].from;
    return runs.filter(({ status }) => from.includes(status));
  };

  async function all(done: string, changes: readonly Promise<unknown>[]): Promise<void> {
    const results = await Promise.allSettled(changes);
    const errors = results.flatMap((result) =>
      result.status === "rejected" ? [toServiceError(result.reason).message] : [],
    );
    const count = results.length - errors.length;
    if (count > 0) showNotice({ tone: "good", text: `${count} ${count === 1 ? "run" : "runs"} ${done}.` });
    if (errors[0] !== undefined) showNotice({ tone: "bad", text: `${errors.length} refused: ${errors[0]}` });
    onDone();
  }

  function discard(): void {
    const runIds = runs.map(({ id }) => id);
    discardMany({ runIds }).then(
      () => {
        showNotice({ tone: "good", text: `${runIds.length} moved to the trash.` });
        onDone();
      },
      (error: unknown) => showNotice({ tone: "bad", text: toServiceError(error).message }),
    );
  }

  const changes = actions.flatMap(({ name, label, keys, done }) => {
    const allowed = runsThatAllow(name);
    if (allowed.length === 0) return [];
    const run = () =>
      void all(
        done,
        allowed.map(({ id }) => mutations[name]({ runId: id })),
      );
    return [{ label, keys, count: allowed.length === runs.length ? "" : allowed.length, run }];
  });
  const decidesAbout = runs.map(({ id }) => id).join(" ");
  const commandOf = (title: string, keys: string, run: () => void): Command => {
    const count = `${runs.length} ${runs.length === 1 ? "run is" : "runs are"} selected.`;
    return {
      title,
      keys,
      group: "List",
      decidesAbout,
      confirmation: { title: `${title}?`, text: count, label: title },
      run,
    };
  };
  useCommands(
    mayWrite
      ? [
          ...changes.map(({ label, keys, run }) => commandOf(`${label} the selected runs`, keys, run)),
          commandOf("Move the selected runs to the trash", "shift+Delete", discard),
        ]
      : [],
  );

  return (
    <SelectionBar what="runs" count={runs.length} onClear={onDone}>
      {mayWrite &&
        changes.map(({ label, keys, count, run }) => (
          <Button key={label} onClick={run}>
            {label} {count} <ShortcutKeys keys={keys} />
          </Button>
        ))}
      {mayWrite && (
        <Button look="bad" onClick={discard}>
          Move to the trash <ShortcutKeys keys="shift+Delete" />
        </Button>
      )}
    </SelectionBar>
  );
}
