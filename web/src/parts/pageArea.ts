// The pages that share an entry of the navigation. The header of each shows all of them as tabs.
import { createContext } from "react";

export interface PageArea {
  label: string;
  tabs: readonly { label: string; href: string; isChosen: boolean }[];
}

/** Null around a page that shares its entry with no other. */
export const PageAreaContext = createContext<PageArea | null>(null);
