// What somebody has changed of a thing and not saved yet, kept in this tab. While nothing is changed, the page shows
// the thing as it is now.
import { useState } from "react";

interface StoredChanges<Fields> {
  fields: Fields;
  /** The version that was changed. */
  version: string;
}

interface UnsavedChanges<Fields> {
  shown: Fields;
  isChanged: boolean;
  /** Somebody saved another version while this one was being changed. */
  isOutdated: boolean;
  change: (changes: Partial<Fields>) => void;
  discard: () => void;
}

export function useUnsavedChanges<Fields extends object>(
  name: string,
  saved: Fields,
  version: string,
): UnsavedChanges<Fields> {
  const storageKey = `switchyard.edited.${name}`;
  const [stored, setStored] = useState<StoredChanges<Fields> | null>(() => readStored<Fields>(storageKey));
  const savedText = JSON.stringify(saved);

  function store(next: StoredChanges<Fields> | null): void {
    if (next === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(next));
    setStored(next);
  }

  return {
    shown: stored?.fields ?? saved,
    isChanged: stored !== null,
    isOutdated: stored !== null && stored.version !== version,
    change(changes) {
      const fields = { ...(stored?.fields ?? saved), ...changes };
      store(JSON.stringify(fields) === savedText ? null : { fields, version: stored?.version ?? version });
    },
    discard: () => store(null),
  };
}

function readStored<Fields>(storageKey: string): StoredChanges<Fields> | null {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? null : (JSON.parse(text) as StoredChanges<Fields>);
}
