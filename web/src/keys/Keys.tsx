// A key combination as people read it.
import { doKeysWork, useLetterKeys } from "./letterKeys";
import style from "./Keys.module.css";

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
export function Keys({ of, isListed = false }: { of: string; isListed?: boolean }) {
  // The list of all keys shows those that work anyway.
  useLetterKeys();
  if (!doKeysWork(of)) return null;
  return (
    <span className={style.keys} data-listed={isListed || undefined} aria-hidden>
      {of
        .split(" ")
        .flatMap((combination) =>
          combination.split("+").map((key, place) => <kbd key={`${combination}${place}`}>{signs[key] ?? key}</kbd>),
        )}
    </span>
  );
}
