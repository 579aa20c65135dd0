// Where somebody was on each page: how far it was scrolled, and how many rows its lists had loaded. Going back, or
// loading the page again, leads to the same position. A new page begins at its upper edge.
const storageKey = "switchyard.places";
const maxPositions = 50;

/** A page that has not grown to its former height by then is shorter than it was. */
const restoredWithinMs = 10_000;
/** A page that has not moved for so many frames is where it was. */
const settledFrames = 10;

/** The row at the upper edge of the window, and how far below that edge it begins. */
interface Anchor {
  row: string;
  top: number;
}

interface Position {
  scrollY: number;
  /** Says it better than `scrollY`: a long list only guesses how high the rows are that have not been in sight. */
  anchor: Anchor | null;
  rowCounts: Record<string, number>;
}

let positions = new Map<string, Position>();
/** Whether somebody has come back to the page that is shown. */
let isReturn = false;
/** Ends the attempt to scroll to where the reader was. */
let stopRestoring: (() => void) | null = null;
let shownPage = "";
/** Lists that have fewer rows than when the reader left. */
const growing = new Set<string>();

/** Returns how many rows of the list were loaded when somebody left this page, or 0 on a new page. */
export function formerRowCount(list: string): number {
  return isReturn ? (positions.get(currentAddress())?.rowCounts[list] ?? 0) : 0;
}

/** Says that the list will have more rows. Returns what says that it has them. */
export function waitForRows(list: string): () => void {
  growing.add(list);
  return () => growing.delete(list);
}

export function rememberRowCount(list: string, count: number): void {
  const { scrollY = 0, anchor = null, rowCounts = {} } = positions.get(currentAddress()) ?? {};
  remember({ scrollY, anchor, rowCounts: { ...rowCounts, [list]: count } });
}

export function rememberScrollPositions(): void {
  history.scrollRestoration = "manual";
  shownPage = pageOf(location.pathname);
  positions = readStored();
  isReturn = isLoadedAgain();
  if (isReturn) restore();
  addEventListener("popstate", () => {
    isReturn = true;
    shownPage = pageOf(location.pathname);
    restore();
  });
  // The router announces its changes of the address by this event.
  addEventListener("pushState", () => {
    stopRestoring?.();
    isReturn = false;
    const page = pageOf(location.pathname);
    if (page !== shownPage) scrollTo(0, 0);
    shownPage = page;
  });
  addEventListener("scroll", rememberScroll, { passive: true });
  addEventListener("pagehide", () => sessionStorage.setItem(storageKey, JSON.stringify([...positions])));
}

function rememberScroll(): void {
  // While a page is built again, the browser moves it as it grows.
  if (stopRestoring !== null) return;
  const { rowCounts = {} } = positions.get(currentAddress()) ?? {};
  remember({ scrollY, anchor: rowAtEdge(), rowCounts });
}

function rowAtEdge(): Anchor | null {
  for (const element of document.querySelectorAll<HTMLElement>("[data-row]")) {
    const { top } = element.getBoundingClientRect();
    if (top >= 0) return { row: element.dataset["row"] ?? "", top };
  }
  return null;
}

/** Moves the page so that the row is where it was. Returns whether it had to be moved. */
function alignTo({ row, top }: Anchor): boolean {
  const element = document.querySelector(`[data-row="${CSS.escape(row)}"]`);
  const distance = element === null ? 0 : Math.round(element.getBoundingClientRect().top - top);
  if (distance !== 0) scrollBy(0, distance);
  return distance !== 0;
}

function remember(position: Position): void {
  const address = currentAddress();
  positions.delete(address);
  positions.set(address, position);
  const [oldest] = positions.keys();
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest);
}

/** Scrolls to where the reader was as soon as the page is long enough, unless the reader moves it first. */
function restore(): void {
  stopRestoring?.();
  const { scrollY: goal = 0, anchor = null } = positions.get(currentAddress()) ?? {};
  let isNear = false;
  let stillFrames = 0;
  const until = performance.now() + restoredWithinMs;
  const interrupted = new AbortController();
  const stop = () => {
    interrupted.abort();
    stopRestoring = null;
  };
  stopRestoring = stop;
  for (const name of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    addEventListener(name, stop, { passive: true, capture: true, signal: interrupted.signal });
  }
  function tryToScroll(): void {
    if (interrupted.signal.aborted) return;
    // A transcript has a position of its own: its end, or the message that the address names.
    if (document.querySelector("[role=log]") !== null) return stop();
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= goal;
    const isBuilt = growing.size === 0 && document.querySelector("main[aria-busy=false]") !== null;
    if (isLongEnough && isBuilt && !isNear) {
      scrollTo(0, goal);
      isNear = true;
    }
    // Rows that come into sight are measured, which may move the others for some frames.
    if (isNear) stillFrames = anchor !== null && alignTo(anchor) ? 0 : stillFrames + 1;
    if (stillFrames > settledFrames || performance.now() > until) stop();
    else requestAnimationFrame(tryToScroll);
  }
  requestAnimationFrame(tryToScroll);
}

/** The tabs of a run are parts of one page. */
function pageOf(path: string): string {
  return path.split("/").slice(0, 5).join("/");
}

function currentAddress(): string {
  return location.pathname + location.search;
}

function isLoadedAgain(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => "type" in entry && (entry.type === "reload" || entry.type === "back_forward"));
}

function readStored(): Map<string, Position> {
  const stored = sessionStorage.getItem(storageKey);
  return new Map(stored === null ? [] : (JSON.parse(stored) as [string, Position][]));
}
