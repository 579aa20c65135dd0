// The arrow keys lead from the box of one row to that of the next, and the space bar selects it, as in every list of
// boxes. `j` and `k` go to other runs.
import { useRef } from "react";
import type { RefObject } from "react";
import { useCommands } from "../../../shortcuts/commands";

export function useBoxNavigation(isOn: boolean): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);

  function move(step: 1 | -1): void {
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
    const at = boxes.findIndex((box) => box === document.activeElement);
    const next = boxes[Math.max(0, Math.min(boxes.length - 1, at + step))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  const group = "Feedback";
  useCommands(
    isOn
      ? [
          { title: "Next item", keys: "ArrowDown", group, repeats: true, run: () => move(1) },
          { title: "Previous item", keys: "ArrowUp", group, repeats: true, run: () => move(-1) },
        ]
      : [],
  );
  return list;
}
