// What somebody types into a form, kept in this tab until it was accepted: a closed dialog, a refusal or a page that is
// loaded again loses nothing.
import { useState } from "react";

interface DraftState<Fields> {
  draft: Fields;
  change: (changes: Partial<Fields>) => void;
  /** To call when the service has accepted it. */
  forget: () => void;
}

const placeOf = (name: string) => `switchyard.draft.${name}`;

export function useDraft<Fields extends object>(name: string, empty: Fields): DraftState<Fields> {
  const place = placeOf(name);
  const [draft, setDraft] = useState<Fields>(() => ({ ...empty, ...readKept(place) }));
  return {
    draft,
    change(changes) {
      setDraft((former) => {
        const next = { ...former, ...changes };
        sessionStorage.setItem(place, JSON.stringify(next));
        return next;
      });
    },
    forget() {
      sessionStorage.removeItem(place);
      setDraft(empty);
    },
  };
}

/** For a change that is accepted when the form is no longer there. */
export function forgetDraft(name: string): void {
  sessionStorage.removeItem(placeOf(name));
}

function readKept(place: string): object {
  const kept = sessionStorage.getItem(place);
  return kept === null ? {} : (JSON.parse(kept) as object);
}
