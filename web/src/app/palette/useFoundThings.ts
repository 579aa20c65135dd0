// Asks the service, live, for what the words find. An answer to a former text is never shown as one to the present.
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { hasWords, maxSearchLength } from "#convex/lib/searchText";
import { useLiveQuery } from "../../live/useLiveQuery";
import type { FoundThing } from "./foundRows";

/** Somebody who types fast asks once. */
const waitMs = 40;
const nothing: readonly FoundThing[] = [];

interface Found {
  things: readonly FoundThing[];
  /** The things belong to a former text, and the answer to this one is on its way. */
  isPending: boolean;
  error: string | null;
}

export function useFoundThings(projectId: string | null, text: string): Found {
  const wanted = text.trim().slice(0, maxSearchLength);
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), waitMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isAsked = projectId !== null && hasWords(asked);
  const result = useLiveQuery(api.search.dashboard.find, isAsked ? { projectId, search: asked } : "skip");
  // They stay while the next answer is on its way, so that the list does not flicker at each letter.
  const [kept, setKept] = useState(nothing);
  const answer = result.kind === "ready" ? result.value : null;
  useEffect(() => {
    if (answer !== null) setKept(answer);
    else if (!isAsked) setKept(nothing);
  }, [answer, isAsked]);
  if (projectId === null || !hasWords(wanted)) return { things: nothing, isPending: false, error: null };
  return {
    things: answer ?? kept,
    isPending: asked !== wanted || result.kind === "loading",
    error: result.kind === "error" ? result.error.message : null,
  };
}
