// Above a list: words to search for, and what else limits it. `/` searches, and one key removes all of it.
import { useRef } from "react";
import type { ReactNode } from "react";
import { useCommands } from "../shortcuts/commands";
import { SearchField } from "./SearchField";
import style from "./FilterBar.module.css";

interface Props {
  /** Such as “issues”. */
  what: string;
  filters: { search: string; set: (changes: { search: string }) => void; clear: () => void };
  /** What limits the list besides words. */
  children?: ReactNode;
}

export function FilterBar({ what, filters, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const label = `Search the ${what}`;
  function search(): void {
    field.current?.focus();
    field.current?.select();
  }
  useCommands([
    { title: label, keys: "/", group: "List", run: search },
    { title: "Clear all filters", keys: "shift+Escape", group: "List", run: filters.clear },
  ]);
  return (
    <div className={style.filters} role="search">
      <SearchField ref={field} label={label} value={filters.search} onChange={(search) => filters.set({ search })} />
      {children}
    </div>
  );
}
