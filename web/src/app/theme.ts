// Dark, light, or the system's theme. The choice is this browser's.
import { useSyncExternalStore } from "react";
import { Listeners } from "../session/listeners";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "switchyard.theme";
const listeners = new Listeners();

function chosenTheme(): Theme {
  const kept = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === kept) ?? "system";
}

export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function setTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, theme);
  applyTheme();
  listeners.notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(listeners.subscribe, chosenTheme);
}
