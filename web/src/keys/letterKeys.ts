// Whether keys of one letter work. Who dictates or presses keys by accident can switch them off; keys with Control or
// Alt, and others such as Enter, still work. The choice is this browser's.
import { useSyncExternalStore } from "react";
import { Listeners } from "../session/listeners";

const place = "switchyard.letterKeys";
const listeners = new Listeners();

export const subscribeToLetterKeys = listeners.subscribe;

function areLetterKeysOn(): boolean {
  return localStorage.getItem(place) !== "off";
}

export function setLetterKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(place);
  else localStorage.setItem(place, "off");
  listeners.tell();
}

export function useLetterKeys(): boolean {
  return useSyncExternalStore(listeners.subscribe, areLetterKeysOn);
}

/** Whether a command with these keys works now. */
export function doKeysWork(keys: string): boolean {
  return areLetterKeysOn() || !keys.split(" ").some(isLetter);
}

/** A sign that is pressed alone or with Shift, such as `j`, `G`, `?` or `1`. */
function isLetter(combination: string): boolean {
  if (/^(?:mod|alt)\+/.test(combination)) return false;
  return combination.length === 1 || combination === "Space";
}
