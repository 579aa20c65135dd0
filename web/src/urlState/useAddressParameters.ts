// What an address says behind `?`: filters, sorting and selection. Nothing of it is kept elsewhere, so somebody to whom
// the address is sent sees the same.
import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";

export interface AddressParameters {
  /** Null when the address does not name it. */
  get: (name: string) => string | null;
  /** Null removes a parameter. The reader's way back is not changed. */
  set: (changes: Record<string, string | null>) => void;
}

export function useAddressParameters(): AddressParameters {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const get = useCallback((name: string) => new URLSearchParams(search).get(name), [search]);
  const set = useCallback(
    (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === "") next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      navigate(text === "" ? path : `${path}?${text}`, { replace: true });
    },
    [search, path, navigate],
  );
  return { get, set };
}

/** Returns the value if it is one of these, otherwise null: anybody may write an address. */
export function oneOf<Value extends string>(value: string | null, known: readonly Value[]): Value | null {
  return known.find((each) => each === value) ?? null;
}
