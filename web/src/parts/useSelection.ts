// Which rows of a list are selected. Rows that have left the list are not.
import { useState } from "react";

export interface Selection<Row> {
  selected: readonly Row[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  setSelected: (ids: readonly string[], areSelected: boolean) => void;
  /** Selects all or, when all are selected, none. */
  toggleAll: () => void;
  clear: () => void;
}

export function useSelection<Row extends { id: string }>(rows: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ id }) => ids.has(id));
  return {
    selected,
    has: (id) => ids.has(id),
    setSelected(changed, areSelected) {
      const next = new Set(ids);
      for (const id of changed) {
        if (areSelected) next.add(id);
        else next.delete(id);
      }
      setIds(next);
    },
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(selected.length === rows.length ? [] : rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
