// The comments of a run that were not sent yet. This browser keeps them, for all tabs.
import { useMemo, useSyncExternalStore } from "react";
import type { LineComment } from "./comment";

export interface Comments {
  all: readonly LineComment[];
  add: (comment: Omit<LineComment, "id">) => void;
  change: (id: string, text: string) => void;
  remove: (id: string) => void;
  /** Those that were sent. What was written meanwhile stays. */
  forget: (ids: readonly string[]) => void;
}

const changed = "switchyard.comments";

export function useComments(runId: string): Comments {
  const place = `switchyard.comments.${runId}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(place));
  return useMemo(() => {
    const all = read(text);
    // What another tab has written meanwhile is read again.
    const keep = (next: (now: readonly LineComment[]) => readonly LineComment[]) => {
      const comments = next(read(localStorage.getItem(place)));
      if (comments.length === 0) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(comments));
      window.dispatchEvent(new Event(changed));
    };
    return {
      all,
      add: (comment) => keep((now) => [...now, { ...comment, id: `${Date.now()}.${now.length}` }]),
      change: (id, text) => keep((now) => now.map((each) => (each.id === id ? { ...each, text } : each))),
      remove: (id) => keep((now) => now.filter((each) => each.id !== id)),
      forget: (ids) => keep((now) => now.filter(({ id }) => !ids.includes(id))),
    };
  }, [place, text]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

/** By file and line, as somebody reads a diff. */
function read(text: string | null): readonly LineComment[] {
  const comments = text === null ? [] : (JSON.parse(text) as LineComment[]);
  return comments.toSorted((a, b) => (a.path === b.path ? a.last.line - b.last.line : a.path < b.path ? -1 : 1));
}
