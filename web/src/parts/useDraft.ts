// What somebody types into a form, kept in this tab until it was accepted: a closed dialog, a refusal or a page that is
// loaded again loses nothing.
import { useState } from "react";

interface DraftState<Fields> {
  draft: Fields;
  change: (changes: Partial<Fields>) => void;
  /** To call when the service has accepted it. */
  discard: () => void;
}

const storageKeyOf = (name: string) => `switchyard.draft.${name}`;

export function useDraft<Fields extends object>(name: string, empty: Fields): DraftState<Fields> {
  const storageKey = storageKeyOf(name);
  const [changed, setChanged] = useState<Partial<Fields>>(() => readStored(storageKey));
  return {
    // What nobody has changed follows `empty`, which may be live.
    draft: { ...empty, ...changed },
    change(changes) {
      setChanged((former) => {
        const next = { ...former, ...changes };
        sessionStorage.setItem(storageKey, JSON.stringify(next));
        return next;
      });
    },
    discard() {
      sessionStorage.removeItem(storageKey);
      setChanged({});
    },
  };
}

/** For a change that is accepted when the form is no longer there. */
export function deleteDraft(name: string): void {
  sessionStorage.removeItem(storageKeyOf(name));
}

function readStored(storageKey: string): object {
  const kept = sessionStorage.getItem(storageKey);
  return kept === null ? {} : (JSON.parse(kept) as object);
}
