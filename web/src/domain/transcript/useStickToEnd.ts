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

export function useStickToEnd(list: RefObject<HTMLElement | null>, beginsAtEnd: boolean): End {
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
    let [formerTop, formerHeight] = [window.scrollY, 0];
    function onScroll(): void {
      const [top, height] = [window.scrollY, document.documentElement.scrollHeight];
      if (distanceToEnd() < nearPx) stick(true);
      // Only a reader who goes up leaves the end. The list also scrolls by itself when it has measured its rows, and
      // then the page changes its height.
      else if (top < formerTop - 2 && height === formerHeight) stick(false);
      [formerTop, formerHeight] = [top, height];
    }
    function onWheel({ deltaY }: WheelEvent): void {
      // The page may grow with every frame while an agent writes.
      if (deltaY < 0 && document.documentElement.scrollHeight > window.innerHeight) stick(false);
    }
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("wheel", onWheel, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("wheel", onWheel);
    };
  }, [stick]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => {
      if (sticks.current) scrollToEnd();
      else setAtEnd(distanceToEnd() < nearPx);
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [list]);

  const leave = useCallback(() => {
    sticks.current = false;
    // The place is reached a few frames later, when its rows are measured. It may be near the end, too.
    setTimeout(() => stick(distanceToEnd() < nearPx), settledMs);
  }, [stick]);

  return { isAtEnd, toEnd, leave };
}

function distanceToEnd(): number {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
}

function scrollToEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}
