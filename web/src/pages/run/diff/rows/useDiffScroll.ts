// Where the list of rows stands: which file is read, and how to go to a row.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import type { Row } from "./diffRows";

interface DiffScroll {
  list: RefObject<VirtualizerHandle | null>;
  /** The number of the row with the head of the file that is read. */
  head: number;
  onScroll: (offset: number) => void;
  /** Brings a row to the upper edge. */
  goTo: (row: number) => void;
  /** Brings a row into sight if it is not there. */
  show: (row: number) => void;
  isInSight: (row: number) => boolean;
  /** The row below the upper edge. */
  topRow: () => number;
}

/** The head of the file comes before the rows. */
const headHeight = 36;
const margin = 63;

export function useDiffScroll(rows: readonly Row[]): DiffScroll {
  const list = useRef<VirtualizerHandle>(null);
  const [headKey, setHeadKey] = useState<string | null>(null);
  const heads = useMemo(
    () => new Map(rows.flatMap((row, index) => (row.kind === "file" ? [[row.file.key, index]] : []))),
    [rows],
  );
  const onScroll = useCallback(
    (offset: number) => {
      // A head that has come close to the edge counts, since positions are not exact to the pixel.
      const index = list.current?.findItemIndex(offset + headHeight / 3) ?? 0;
      setHeadKey(rows[index]?.file.key ?? null);
    },
    [rows],
  );
  useEffect(() => onScroll(list.current?.scrollOffset ?? 0), [onScroll]);

  function goTo(row: number): void {
    const isHead = rows[row]?.kind === "file";
    list.current?.scrollToIndex(row, { align: "start", offset: isHead ? 0 : -headHeight });
  }

  function show(row: number): void {
    const { current } = list;
    if (current === null) return;
    const [top, size] = [current.getItemOffset(row), current.getItemSize(row)];
    const { scrollOffset, viewportSize } = current;
    if (top < scrollOffset + headHeight) current.scrollTo(top - headHeight - margin);
    else if (top + size > scrollOffset + viewportSize) current.scrollTo(top + size + margin - viewportSize);
  }

  const topRow = () => {
    const { current } = list;
    return current === null ? 0 : current.findItemIndex(current.scrollOffset + headHeight + 1);
  };

  function isInSight(row: number): boolean {
    const { current } = list;
    if (current === null) return false;
    const top = current.getItemOffset(row) - current.scrollOffset;
    return top > -current.getItemSize(row) && top < current.viewportSize;
  }

  return { list, isInSight, head: headKey === null ? 0 : (heads.get(headKey) ?? 0), onScroll, goTo, show, topRow };
}
