// The system's theme, or the one that the reader has chosen in this browser.
import { found } from "./element";

const storageKey = "switchyard.docs.theme";
const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

export function setUpTheme(): void {
  const choice = found("theme", HTMLSelectElement);
  const kept = themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? "system";
  choice.value = kept;
  apply(kept);
  choice.addEventListener("change", () => {
    const theme = themes.find((theme) => theme === choice.value) ?? "system";
    if (theme === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
    apply(theme);
  });
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
