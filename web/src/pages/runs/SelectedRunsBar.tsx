// What can be done with all selected runs at once. A run that does not allow it is skipped, and stops no other.
import { api } from "#convex/_generated/api";
import { runMoves } from "#convex/runs/status";
import { useHasPermission } from "../../project/project";
import type { RunSummary } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import type { Command } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectMutation } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { Button } from "../../parts/Button";
import { SelectionBar } from "../../parts/SelectionBar";
import { AllThatMatch } from "./AllThatMatch";
import type { AskedBulk } from "./BulkProgress";
import { bulkActions } from "./bulkActions";
import type { BulkChoice } from "./bulkActions";
import type { RunFilterState } from "./useRunFilters";

interface Props {
  runs: readonly RunSummary[];
  /** The filters of the list, when all that is shown is selected and there is more. */
  matching: RunFilterState["bulkFilter"];
  onAsked: (asked: AskedBulk) => void;
  onDone: () => void;
}

/** The service takes so many runs by their ids. */
const maxNamed = 100;

export function SelectedRunsBar({ runs, matching, onAsked, onDone }: Props) {
  const mayWrite = useHasPermission("work:write");
  const start = useProjectMutation(api.bulkActions.dashboard.start);
  const { perform, isPending } = usePerform();

  const changes = bulkActions.flatMap((choice) => {
    const runIds = runs.filter((run) => allows(choice, run)).map(({ id }) => id);
    if (runIds.length === 0) return [];
    const change = async () => {
      for (let from = 0; from < runIds.length; from += maxNamed) {
        const filter = { runIds: runIds.slice(from, from + maxNamed) };
        const { id } = await start({ action: choice.name, filter });
        onAsked({ id, done: choice.done });
      }
      onDone();
    };
    return [{ ...choice, count: runIds.length === runs.length ? "" : runIds.length, run: () => void perform(change) }];
  });
  const decidesAbout = runs.map(({ id }) => id).join(" ");
  const commandOf = ({ label, keys, run }: (typeof changes)[number]): Command => {
    const title = label === "Move to the trash" ? "Move the selected runs to the trash" : `${label} the selected runs`;
    const text = `${runs.length} ${runs.length === 1 ? "run is" : "runs are"} selected.`;
    return { title, keys, group: "List", decidesAbout, confirmation: { title: `${title}?`, text, label: title }, run };
  };
  useCommands(mayWrite ? changes.map(commandOf) : []);

  return (
    <SelectionBar what="runs" count={runs.length} onClear={onDone}>
      {mayWrite &&
        changes.map(({ name, label, keys, count, run }) => (
          <Button key={label} look={name === "delete" ? "bad" : "plain"} disabled={isPending} onClick={run}>
            {label} {count} <ShortcutKeys keys={keys} />
          </Button>
        ))}
      {mayWrite && matching !== null && <AllThatMatch filter={matching} onAsked={onAsked} />}
    </SelectionBar>
  );
}

function allows({ name }: BulkChoice, { status }: RunSummary): boolean {
  if (name === "delete") return true;
  const from: readonly string[] = runMoves[name].from;
  return from.includes(status);
}
