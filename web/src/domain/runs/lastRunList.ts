// The list of runs from which somebody opens one, kept in this tab: the page of a run leads to its neighbours in that
// list, and back to the list with its filters.
interface LastRunList {
  numbers: number[];
  /** What the address of the list has behind `?`. */
  search: string;
}

const storageKeyOf = (projectId: string): string => `switchyard.opened.${projectId}`;

export function storeLastRunList(projectId: string, numbers: readonly number[]): void {
  sessionStorage.setItem(storageKeyOf(projectId), JSON.stringify({ numbers, search: location.search }));
}

export function readLastRunList(projectId: string): LastRunList {
  const kept = sessionStorage.getItem(storageKeyOf(projectId));
  return kept === null ? { numbers: [], search: "" } : (JSON.parse(kept) as LastRunList);
}
