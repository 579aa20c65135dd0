// `j` and `k` go to the next and previous run in the list that was opened. Without a list the runs are in the order of
// their numbers, the newest first as in every list.
import { useLocation } from "wouter";
import { useProjectHref, useProject } from "../../project/project";
import { readLastRunList } from "../../domain/runs/lastRunList";
import { useCommands } from "../../shortcuts/commands";
import { showNotice } from "../../feedback/notices";

export function useRunNavigation(runNumber: number): void {
  const { id } = useProject();
  const href = useProjectHref();
  const [, navigate] = useLocation();

  function go(step: 1 | -1): void {
    const next = nextNumber(readLastRunList(id).numbers, runNumber, step);
    if (next === null) {
      showNotice({ tone: "plain", text: `This is the ${step === 1 ? "last" : "first"} run in the list.` });
    } else navigate(href(`runs/${next}`));
  }

  useCommands([
    { title: "Next run in the list", keys: "j", group: "Run", repeats: true, run: () => go(1) },
    { title: "Previous run in the list", keys: "k", group: "Run", repeats: true, run: () => go(-1) },
  ]);
}

function nextNumber(numbers: readonly number[], from: number, step: 1 | -1): number | null {
  const index = numbers.indexOf(from);
  if (index >= 0) return numbers[index + step] ?? null;
  return from - step >= 1 ? from - step : null;
}
