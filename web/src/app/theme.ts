// Dark, light, or the system's theme. The choice is this browser's.
export type Theme = "dark" | "light" | "system";

const place = "switchyard.theme";

export function applyTheme(): void {
  const kept = localStorage.getItem(place);
  if (kept === "dark" || kept === "light") document.documentElement.dataset["theme"] = kept;
  else delete document.documentElement.dataset["theme"];
}

export function useTheme(): { setTheme: (theme: Theme) => void } {
  return {
    setTheme(theme) {
      if (theme === "system") localStorage.removeItem(place);
      else localStorage.setItem(place, theme);
      applyTheme();
    },
  };
}
