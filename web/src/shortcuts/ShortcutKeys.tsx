// A key combination as people read it.
import { isShortcutEnabled, useAreLetterShortcutsOn } from "./letterShortcuts";
import style from "./ShortcutKeys.module.css";

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const signs: Record<string, string> = {
  mod: isMac ? "⌘" : "Ctrl",
  shift: "⇧",
  alt: isMac ? "⌥" : "Alt",
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** Not shown where people touch the screen, except in the list of all keys. */
export function ShortcutKeys({ keys, isListed = false }: { keys: string; isListed?: boolean }) {
  // The list of all keys shows those that work anyway.
  useAreLetterShortcutsOn();
  if (!isShortcutEnabled(keys)) return null;
  return (
    <span className={style.keys} data-listed={isListed || undefined} aria-hidden>
      {keys
        .split(" ")
        .flatMap((combination) =>
          combination.split("+").map((key, index) => <kbd key={`${combination}${index}`}>{signs[key] ?? key}</kbd>),
        )}
    </span>
  );
}
