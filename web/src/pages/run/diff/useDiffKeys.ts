// Reading a diff and commenting on it by keys alone.
import type { RefObject } from "react";
import { useCommands } from "../../../keys/commands";
import type { Command } from "../../../keys/commands";
import type { Row } from "./rows/rows";
import { rowOf, spotOf } from "./rows/selection";
import type { useList } from "./rows/useList";
import type { LineChoice } from "./useLineChoice";

interface Keyed {
  rows: readonly Row[];
  list: ReturnType<typeof useList>;
  lines: LineChoice;
  scroller: RefObject<HTMLElement | null>;
  filterField: RefObject<HTMLElement | null>;
  mayWrite: boolean;
  canSplit: boolean;
  onLayout: () => void;
  onFold: (key: string) => void;
  onReview: () => void;
}

export function useDiffKeys(keyed: Keyed): void {
  const { rows, list, lines, scroller, filterField, mayWrite, canSplit, onLayout, onFold, onReview } = keyed;
  const { selection } = lines;

  /** The row from which keys continue: the chosen line, unless the reader has scrolled away from it. */
  function here(): number {
    const known = selection === null ? -1 : rowOf(rows, selection);
    return known !== -1 && list.isInSight(known) ? known : list.topRow();
  }

  /** Goes to the next file or hunk, and chooses its first line. */
  function leap(kind: "file" | "hunk", step: 1 | -1): void {
    const heads = [...rows.keys()].filter((place) => rows[place]?.kind === kind);
    const from = here();
    const own = heads.findLastIndex((place) => place <= from);
    const next = heads[Math.max(0, own + step)];
    if (next === undefined) return;
    const spot = rows.slice(next, next + 4).flatMap((row) => spotOf(row) ?? [])[0];
    if (spot !== undefined) lines.choose(spot);
    list.goTo(next);
  }

  function move(step: 1 | -1, isExtending: boolean): void {
    // Enter comments from here on, whatever was pressed before.
    scroller.current?.focus({ preventScroll: true });
    const known = selection === null ? -1 : rowOf(rows, selection);
    const start = known === -1 || !list.isInSight(known) ? list.topRow() - step : known;
    for (let place = start + step; place >= 0 && place < rows.length; place += step) {
      const spot = spotOf(rows[place]);
      if (spot === null) continue;
      if (isExtending && known !== -1) lines.extend(spot);
      else lines.choose(spot);
      list.show(place);
      return;
    }
  }

  const current = rows[list.head]?.file.key;
  const group = "Diff";
  useCommands([
    { title: "Next file", keys: ".", group, repeats: true, run: () => leap("file", 1) },
    { title: "Previous file", keys: ",", group, repeats: true, run: () => leap("file", -1) },
    { title: "Next change", keys: "]", group, repeats: true, run: () => leap("hunk", 1) },
    { title: "Previous change", keys: "[", group, repeats: true, run: () => leap("hunk", -1) },
    { title: "Next line", keys: "ArrowDown", group, repeats: true, run: () => move(1, false) },
    { title: "Previous line", keys: "ArrowUp", group, repeats: true, run: () => move(-1, false) },
    { title: "Choose the next line too", keys: "shift+ArrowDown", group, repeats: true, run: () => move(1, true) },
    { title: "Choose the previous line too", keys: "shift+ArrowUp", group, repeats: true, run: () => move(-1, true) },
    ...(mayWrite ? commenting(lines, onReview, group) : []),
    ...(current === undefined
      ? []
      : [{ title: "Fold or unfold the file", keys: "o", group, run: () => onFold(current) }]),
    ...(canSplit ? [{ title: "Side by side or one below the other", keys: "u", group, run: onLayout }] : []),
    { title: "Find a file", keys: "F", group, run: () => filterField.current?.focus() },
  ]);
}

function commenting({ open }: LineChoice, onReview: () => void, group: string): Command[] {
  return [
    { title: "Comment on the chosen lines", keys: "Enter", group, run: open },
    { title: "List the comments that wait", keys: "l", group, run: onReview },
  ];
}
