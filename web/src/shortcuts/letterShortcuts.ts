// Whether keys of one letter work. Who dictates or presses keys by accident can switch them off; keys with Control or
// Alt, and others such as Enter, still work. The choice is this browser's.
import { useSyncExternalStore } from "react";
import { Listeners } from "../session/listeners";

const storageKey = "switchyard.letterKeys";
const listeners = new Listeners();

export const subscribeToLetterShortcuts = listeners.subscribe;

function areLetterShortcutsOn(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

export function setLetterShortcuts(areOn: boolean): void {
  if (areOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
  listeners.notify();
}

export function useAreLetterShortcutsOn(): boolean {
  return useSyncExternalStore(listeners.subscribe, areLetterShortcutsOn);
}

/** Whether a command with these keys works now. */
export function isShortcutEnabled(keys: string): boolean {
  return areLetterShortcutsOn() || !keys.split(" ").some(isLetterKey);
}

/** A sign that is pressed alone or with Shift, such as `j`, `G`, `?` or `1`. */
function isLetterKey(combination: string): boolean {
  if (/^(?:mod|alt)\+/.test(combination)) return false;
  return combination.length === 1 || combination === "Space";
}
