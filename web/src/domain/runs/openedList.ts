// The list of runs from which somebody opens one, kept in this tab: the page of a run leads to its neighbours in that
// list, and back to the list with its filters.
interface OpenedList {
  numbers: number[];
  /** What the address of the list has behind `?`. */
  search: string;
}

const placeOf = (projectId: string): string => `switchyard.opened.${projectId}`;

export function keepOpenedList(projectId: string, numbers: readonly number[]): void {
  sessionStorage.setItem(placeOf(projectId), JSON.stringify({ numbers, search: location.search }));
}

export function openedList(projectId: string): OpenedList {
  const kept = sessionStorage.getItem(placeOf(projectId));
  return kept === null ? { numbers: [], search: "" } : (JSON.parse(kept) as OpenedList);
}
