// `j` and `k` go to the next and previous run of the list that was opened. Without a list the runs are in the order of
// their numbers, the newest first as in every list.
import { useLocation } from "wouter";
import { useHref, useProject } from "../../project/project";
import { openedList } from "../../domain/runs/openedList";
import { useCommands } from "../../keys/commands";
import { showNotice } from "../../feedback/notices";

export function useNeighbours(runNumber: number): void {
  const { id } = useProject();
  const href = useHref();
  const [, navigate] = useLocation();

  function go(step: 1 | -1): void {
    const next = neighbour(openedList(id).numbers, runNumber, step);
    if (next === null) {
      showNotice({ tone: "plain", text: `This is the ${step === 1 ? "last" : "first"} run of the list.` });
    } else navigate(href(`runs/${next}`));
  }

  useCommands([
    { title: "Next run of the list", keys: "j", group: "Run", repeats: true, run: () => go(1) },
    { title: "Previous run of the list", keys: "k", group: "Run", repeats: true, run: () => go(-1) },
  ]);
}

function neighbour(numbers: readonly number[], from: number, step: 1 | -1): number | null {
  const place = numbers.indexOf(from);
  if (place >= 0) return numbers[place + step] ?? null;
  return from - step >= 1 ? from - step : null;
}
