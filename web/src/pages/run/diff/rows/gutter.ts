// What pressing the number of a line does. Null for who may only read.
import { createContext, useContext } from "react";
import type { Spot } from "./lineSelection";

export interface GutterActions {
  /** With shift, the lines from the previous one on are chosen. */
  begin: (spot: Spot, withShift: boolean) => void;
  extend: (spot: Spot) => void;
  /** Opens the field for a comment. */
  end: () => void;
}

export const GutterContext = createContext<GutterActions | null>(null);

export const useGutter = (): GutterActions | null => useContext(GutterContext);
