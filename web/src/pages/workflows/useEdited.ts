// What somebody has changed of a thing and not saved yet, kept in this tab. While nothing is changed, the page shows
// the thing as it is now.
import { useState } from "react";

interface Kept<Fields> {
  fields: Fields;
  /** The version that was changed. */
  of: string;
}

interface Edited<Fields> {
  shown: Fields;
  isChanged: boolean;
  /** Somebody saved another version while this one was being changed. */
  isOutrun: boolean;
  change: (changes: Partial<Fields>) => void;
  forget: () => void;
}

export function useEdited<Fields extends object>(name: string, saved: Fields, version: string): Edited<Fields> {
  const place = `switchyard.edited.${name}`;
  const [kept, setKept] = useState<Kept<Fields> | null>(() => readKept<Fields>(place));
  const savedText = JSON.stringify(saved);

  function keep(next: Kept<Fields> | null): void {
    if (next === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(next));
    setKept(next);
  }

  return {
    shown: kept?.fields ?? saved,
    isChanged: kept !== null,
    isOutrun: kept !== null && kept.of !== version,
    change(changes) {
      const fields = { ...(kept?.fields ?? saved), ...changes };
      keep(JSON.stringify(fields) === savedText ? null : { fields, of: kept?.of ?? version });
    },
    forget: () => keep(null),
  };
}

function readKept<Fields>(place: string): Kept<Fields> | null {
  const text = sessionStorage.getItem(place);
  return text === null ? null : (JSON.parse(text) as Kept<Fields>);
}
