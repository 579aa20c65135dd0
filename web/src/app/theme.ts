// Dark, light, or the system's theme. The choice is this browser's.
export type Theme = "dark" | "light" | "system";

const storageKey = "switchyard.theme";

export function applyTheme(): void {
  const kept = localStorage.getItem(storageKey);
  if (kept === "dark" || kept === "light") document.documentElement.dataset["theme"] = kept;
  else delete document.documentElement.dataset["theme"];
}

export function useTheme(): { setTheme: (theme: Theme) => void } {
  return {
    setTheme(theme) {
      if (theme === "system") localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, theme);
      applyTheme();
    },
  };
}
