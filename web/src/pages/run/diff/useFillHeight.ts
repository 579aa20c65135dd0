// Makes an element as high as the window below its beginning, so that it scrolls by itself.
import { useEffect, useRef } from "react";
import type { RefObject } from "react";

export function useFillHeight(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const filled = element.current;
    if (filled === null) return;
    const fill = () => {
      const top = filled.getBoundingClientRect().top + window.scrollY;
      filled.style.blockSize = `max(65dvh, calc(100dvh - ${Math.ceil(top)}px))`;
    };
    fill();
    const watcher = new ResizeObserver(fill);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  return element;
}
