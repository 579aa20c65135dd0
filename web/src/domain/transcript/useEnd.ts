// Keeps the newest message in sight while somebody reads at the end of the page, and leaves everybody else in peace.
import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

interface End {
  isAtEnd: boolean;
  toEnd: () => void;
  /** The reader goes elsewhere, for instance to a certain message. */
  leave: () => void;
}

/** So near to the end nobody means another place. */
const nearPx = 48;
const settledMs = 300;

export function useEnd(list: RefObject<HTMLElement | null>, beginsAtEnd: boolean): End {
  const sticks = useRef(beginsAtEnd);
  const [isAtEnd, setAtEnd] = useState(beginsAtEnd);

  const stick = useCallback((isSticking: boolean) => {
    sticks.current = isSticking;
    setAtEnd(isSticking);
  }, []);

  const toEnd = useCallback(() => {
    stick(true);
    scrollToEnd();
  }, [stick]);

  useEffect(() => {
    let formerTop = window.scrollY;
    function onScroll(): void {
      const top = window.scrollY;
      if (leftBelow() < nearPx) stick(true);
      // Only going up leaves the end. The page also grows below the reader, who did not ask for that.
      else if (top < formerTop - 2) stick(false);
      formerTop = top;
    }
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [stick]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => {
      if (sticks.current) scrollToEnd();
      else setAtEnd(leftBelow() < nearPx);
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [list]);

  const leave = useCallback(() => {
    sticks.current = false;
    // The place is reached a few frames later, when its rows are measured. It may be near the end, too.
    setTimeout(() => stick(leftBelow() < nearPx), settledMs);
  }, [stick]);

  return { isAtEnd, toEnd, leave };
}

function leftBelow(): number {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
}

function scrollToEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}
