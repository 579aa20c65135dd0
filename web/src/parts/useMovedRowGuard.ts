// When a row leaves a list, those below move up under the pointer, and a click that was meant for what was there hits
// another row. So no click counts in the moment after rows have moved. A button that is pressed by a key has the focus,
// which does not move with the rows.
import { useLayoutEffect, useRef } from "react";
import type { MouseEvent } from "react";

/** Long enough for the second half of a double click, and for somebody to see that the list has changed. */
const ignoredMs = 500;

/** Returns what the element around the rows needs. `ids` are those of the rows in their order. */
export function useMovedRowGuard(ids: readonly string[]): { onClickCapture: (event: MouseEvent) => void } {
  const order = ids.join(" ");
  const shown = useRef(ids);
  const movedAtMs = useRef(Number.NEGATIVE_INFINITY);

  useLayoutEffect(() => {
    // Rows that are added at the end move no other.
    if (shown.current.some((id, index) => ids[index] !== id)) movedAtMs.current = performance.now();
    shown.current = ids;
  }, [order]);

  return {
    onClickCapture(event) {
      const isByPointer = event.detail > 0;
      if (!isByPointer || event.timeStamp - movedAtMs.current > ignoredMs) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
