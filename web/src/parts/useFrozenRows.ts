// Keeps a live list still while somebody reads it: rows that are new wait until the reader asks for them. At the top of
// the page, where nobody has scrolled, they appear by themselves.
import { useEffect, useRef, useState } from "react";

interface FrozenRows<Row> {
  rows: readonly Row[];
  newCount: number;
  showAll: () => void;
}

export function useFrozenRows<Row extends { id: string }>(all: readonly Row[]): FrozenRows<Row> {
  const known = useRef<Set<string>>(new Set());
  const [, setShownAt] = useState(0);
  const isReading = window.scrollY > 40;
  const isFirst = known.current.size === 0;
  const firstKnown = all.findIndex(({ id }) => known.current.has(id));
  // Rows below the first known one were loaded because the reader asked for more.
  const fresh = isReading && !isFirst && firstKnown > 0 ? firstKnown : 0;
  const rows = fresh === 0 ? all : all.slice(fresh);
  useEffect(() => {
    for (const { id } of rows) known.current.add(id);
  }, [rows]);
  return {
    rows,
    newCount: fresh,
    showAll() {
      for (const { id } of all) known.current.add(id);
      setShownAt(Date.now());
      window.scrollTo({ top: 0 });
    },
  };
}
