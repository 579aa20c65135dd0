// Moving through a list by `j` and `k`, and opening the chosen row by Enter. The row is chosen by its id, so it stays
// chosen when the list changes around it.
import { useCallback, useEffect, useState } from "react";
import { useCommands } from "../shortcuts/commands";

/** For the element of a row. */
export interface ListRowProps {
  "data-row": string;
  "aria-current": true | undefined;
  onMouseDown: () => void;
}

interface RowNavigation {
  chosen: string | null;
  choose: (id: string | null) => void;
  /** Chooses a row and brings it into sight. */
  show: (id: string) => void;
  rowProps: (id: string) => ListRowProps;
}

export function useRowNavigation(ids: readonly string[], what: string, onOpen?: (id: string) => void): RowNavigation {
  const [id, choose] = useState<string | null>(null);
  const [formerIndex, setFormerIndex] = useState(0);
  const index = id === null ? -1 : ids.indexOf(id);
  // When the chosen row has left the list, the one that took its place is chosen.
  const chosen = id === null ? null : index >= 0 ? id : (ids[Math.min(formerIndex, ids.length - 1)] ?? null);

  useEffect(() => {
    if (index >= 0) setFormerIndex(index);
  }, [index]);

  const show = useCallback((next: string) => {
    choose(next);
    document.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: "nearest" });
  }, []);

  const move = useCallback(
    (step: number) => {
      const at = chosen === null ? -1 : ids.indexOf(chosen);
      const next = ids[Math.max(0, Math.min(ids.length - 1, at + step))];
      if (next !== undefined) show(next);
    },
    [ids, chosen, show],
  );

  const moving = [
    { title: `Next ${what}`, keys: "j", group: "List", repeats: true, run: () => move(1) },
    { title: `Previous ${what}`, keys: "k", group: "List", repeats: true, run: () => move(-1) },
  ];
  const opening =
    onOpen === undefined || chosen === null
      ? []
      : [{ title: `Open ${what}`, keys: "Enter", group: "List", run: () => onOpen(chosen) }];
  useCommands(ids.length === 0 ? [] : [...moving, ...opening]);

  const rowProps = (id: string) => ({
    "data-row": id,
    "aria-current": id === chosen ? (true as const) : undefined,
    onMouseDown: () => choose(id),
  });
  return { chosen, choose, show, rowProps };
}
