// The comments of a run that were not sent yet. This browser keeps them, for all tabs.
import { useMemo, useSyncExternalStore } from "react";
import type { LineComment } from "./lineComment";

export interface Comments {
  all: readonly LineComment[];
  add: (comment: Omit<LineComment, "id">) => void;
  change: (id: string, text: string) => void;
  remove: (id: string) => void;
  /** Those that were sent. What was written meanwhile stays. */
  removeSent: (ids: readonly string[]) => void;
}

const changeEvent = "switchyard.comments";

export function useComments(runId: string): Comments {
  const storageKey = `switchyard.comments.${runId}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey));
  return useMemo(() => {
    const all = readComments(text);
    // What another tab has written meanwhile is read again.
    const update = (next: (now: readonly LineComment[]) => readonly LineComment[]) => {
      const comments = next(readComments(localStorage.getItem(storageKey)));
      if (comments.length === 0) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, JSON.stringify(comments));
      window.dispatchEvent(new Event(changeEvent));
    };
    return {
      all,
      add: (comment) => update((now) => [...now, { ...comment, id: `${Date.now()}.${now.length}` }]),
      change: (id, text) => update((now) => now.map((each) => (each.id === id ? { ...each, text } : each))),
      remove: (id) => update((now) => now.filter((each) => each.id !== id)),
      removeSent: (ids) => update((now) => now.filter(({ id }) => !ids.includes(id))),
    };
  }, [storageKey, text]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changeEvent, listener);
    window.removeEventListener("storage", listener);
  };
}

/** By file and line, as somebody reads a diff. */
function readComments(text: string | null): readonly LineComment[] {
  const comments = text === null ? [] : (JSON.parse(text) as LineComment[]);
  return comments.toSorted((a, b) => (a.path === b.path ? a.last.line - b.last.line : a.path < b.path ? -1 : 1));
}
