// Which version is shown, and which one it is compared with, as the address says it.
import { useEffect } from "react";
import { useAddressParameters } from "../../urlState/useAddressParameters";

/** A version that the page can show: its number, or its id where numbers repeat. */
export interface VersionEntry {
  id: string;
  /** Such as `Version 3`. */
  label: string;
  isActive: boolean;
  /** The id of the person who made it. */
  createdBy?: string;
  createdAt: string;
}

interface Options<Entry> {
  /** The newest first. */
  entries: readonly Entry[];
  hasMore: boolean;
  loadMore: () => void;
}

interface Choice<Entry> {
  /** The one that the address names, otherwise the active one, otherwise the newest. */
  shown: Entry | null;
  /** The one that it is compared with. Null while one version alone is shown. */
  comparedWith: Entry | null;
  show: (id: string) => void;
  compare: (before: string, after: string) => void;
  stopComparing: () => void;
}

export function useVersionChoice<Entry extends VersionEntry>({
  entries,
  hasMore,
  loadMore,
}: Options<Entry>): Choice<Entry> {
  const { get, set } = useAddressParameters();
  const entryNamed = (name: string) => entries.find(({ id }) => id === get(name)) ?? null;
  const [asked, compared] = [get("version"), get("with")];
  const isMissing = [asked, compared].some((id) => id !== null && entries.every((entry) => entry.id !== id));
  useEffect(() => {
    // An old version that the address names is on a later page.
    if (isMissing && hasMore) loadMore();
  }, [isMissing, hasMore, loadMore, entries.length]);
  return {
    shown: entryNamed("version") ?? entries.find(({ isActive }) => isActive) ?? entries[0] ?? null,
    comparedWith: entryNamed("with"),
    show: (id) => set({ version: id, with: null }),
    compare: (before, after) => set({ version: after, with: before }),
    stopComparing: () => set({ with: null }),
  };
}
