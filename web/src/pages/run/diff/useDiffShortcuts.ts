// Reading a diff and commenting on it by keys alone.
import type { RefObject } from "react";
import { useCommands } from "../../../shortcuts/commands";
import type { Command } from "../../../shortcuts/commands";
import type { Row } from "./rows/diffRows";
import { rowOfSpot, spotOfRow } from "./rows/lineSelection";
import type { useDiffScroll } from "./rows/useDiffScroll";
import type { LineSelectionState } from "./useLineSelection";

interface Options {
  rows: readonly Row[];
  list: ReturnType<typeof useDiffScroll>;
  lines: LineSelectionState;
  scroller: RefObject<HTMLElement | null>;
  filterField: RefObject<HTMLElement | null>;
  mayWrite: boolean;
  canSplit: boolean;
  onLayout: () => void;
  onFold: (key: string) => void;
  onReview: () => void;
}

export function useDiffShortcuts(keyed: Options): void {
  const { rows, list, lines, scroller, filterField, mayWrite, canSplit, onLayout, onFold, onReview } = keyed;
  const { selection } = lines;

  /** The row from which keys continue: the chosen line, unless the reader has scrolled away from it. */
  function here(): number {
    const known = selection === null ? -1 : rowOfSpot(rows, selection);
    return known !== -1 && list.isInSight(known) ? known : list.topRow();
  }

  /** Goes to the next file or hunk, and chooses its first line. */
  function jump(kind: "file" | "hunk", step: 1 | -1): void {
    const heads = [...rows.keys()].filter((index) => rows[index]?.kind === kind);
    const from = here();
    const own = heads.findLastIndex((index) => index <= from);
    const next = heads[Math.max(0, own + step)];
    if (next === undefined) return;
    const spot = rows.slice(next, next + 4).flatMap((row) => spotOfRow(row) ?? [])[0];
    if (spot !== undefined) lines.choose(spot);
    list.goTo(next);
  }

  function move(step: 1 | -1, isExtending: boolean): void {
    // Enter comments from here on, whatever was pressed before.
    scroller.current?.focus({ preventScroll: true });
    const known = selection === null ? -1 : rowOfSpot(rows, selection);
    const start = known === -1 || !list.isInSight(known) ? list.topRow() - step : known;
    for (let index = start + step; index >= 0 && index < rows.length; index += step) {
      const spot = spotOfRow(rows[index]);
      if (spot === null) continue;
      if (isExtending && known !== -1) lines.extend(spot);
      else lines.choose(spot);
      list.show(index);
      return;
    }
  }

  const current = rows[list.head]?.file.key;
  const group = "Diff";
  useCommands([
    { title: "Next file", keys: ".", group, repeats: true, run: () => jump("file", 1) },
    { title: "Previous file", keys: ",", group, repeats: true, run: () => jump("file", -1) },
    { title: "Next change", keys: "]", group, repeats: true, run: () => jump("hunk", 1) },
    { title: "Previous change", keys: "[", group, repeats: true, run: () => jump("hunk", -1) },
    { title: "Next line", keys: "ArrowDown", group, repeats: true, run: () => move(1, false) },
    { title: "Previous line", keys: "ArrowUp", group, repeats: true, run: () => move(-1, false) },
    { title: "Extend the selection down", keys: "shift+ArrowDown", group, repeats: true, run: () => move(1, true) },
    { title: "Extend the selection up", keys: "shift+ArrowUp", group, repeats: true, run: () => move(-1, true) },
    ...(mayWrite ? commentCommands(lines, onReview, group) : []),
    ...(current === undefined
      ? []
      : [{ title: "Collapse or expand the file", keys: "o", group, run: () => onFold(current) }]),
    ...(canSplit ? [{ title: "Switch between split and unified view", keys: "u", group, run: onLayout }] : []),
    { title: "Find a file", keys: "F", group, run: () => filterField.current?.focus() },
  ]);
}

function commentCommands({ open }: LineSelectionState, onReview: () => void, group: string): Command[] {
  return [
    { title: "Comment on the selected lines", keys: "Enter", group, run: open },
    { title: "List unsent comments", keys: "l", group, run: onReview },
  ];
}
