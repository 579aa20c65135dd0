// The pages of single things that somebody opened in this browser, the last one first: a run, an issue, a workflow.
// Signing out removes them.

export interface RecentPage {
  path: string;
  title: string;
  /** The list that it is in, such as `Runs`. */
  list: string;
}

const storageKey = "switchyard.recentPages";
const maxKept = 30;

export function recentPages(): RecentPage[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => isRecentPage(each)) : [];
  } catch {
    // Anybody can write there. Whatever it was, it is not a list of pages.
    return [];
  }
}

function isRecentPage(value: unknown): value is RecentPage {
  if (typeof value !== "object" || value === null) return false;
  return ["path", "title", "list"].every((name) => typeof Reflect.get(value, name) === "string");
}

/** A tab of a run or of a session counts as the run or the session. */
export function rememberPage({ path, ...page }: RecentPage): void {
  const whole = /^\/p\/[^/]+\/(?:runs|sessions)\/[^/]+/.exec(path)?.[0] ?? path;
  const others = recentPages().filter((each) => each.path !== whole);
  localStorage.setItem(storageKey, JSON.stringify([{ ...page, path: whole }, ...others].slice(0, maxKept)));
}
