// Which lines the reader has chosen, and where a comment is being written.
import { useMemo, useState } from "react";
import type { GutterActions } from "./rows/gutter";
import type { OpenField } from "./rows/diffRows";
import { selectionBounds } from "./rows/lineSelection";
import type { LineSelection, Spot } from "./rows/lineSelection";

export interface LineSelectionState {
  selection: LineSelection | null;
  choose: (spot: Spot) => void;
  /** Chooses the lines up to this one, if it is in the same hunk. */
  extend: (spot: Spot) => void;
  field: OpenField | null;
  /** Opens the field for a comment below the chosen lines. */
  open: () => void;
  close: () => void;
  gutter: GutterActions;
}

interface State {
  selection: LineSelection | null;
  field: OpenField | null;
}

export function useLineSelection(): LineSelectionState {
  const [{ selection, field }, setState] = useState<State>({ selection: null, field: null });
  const actions = useMemo(() => {
    const choose = (spot: Spot) => setState((now) => ({ ...now, selection: { ...spot, from: spot.at } }));
    const extend = (spot: Spot) =>
      setState((now) => {
        if (now.selection === null || now.selection.hunk !== spot.hunk) return now;
        return { ...now, selection: { ...now.selection, at: spot.at } };
      });
    const open = () =>
      setState((now) => {
        if (now.selection === null) return now;
        const [, last] = selectionBounds(now.selection);
        return { ...now, field: { hunk: now.selection.hunk, at: last } };
      });
    const close = () => setState((now) => ({ ...now, field: null }));
    const gutter: GutterActions = {
      begin: (spot, withShift) => (withShift ? extend(spot) : choose(spot)),
      extend,
      end: open,
    };
    return { choose, extend, open, close, gutter };
  }, []);
  return { selection, field, ...actions };
}
