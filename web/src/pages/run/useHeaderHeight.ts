// The head of the page stays in sight and has as many lines as it needs. What stays below it has to know its height.
import { useEffect } from "react";
import type { RefObject } from "react";

export function useHeaderHeight(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [element, head] = [page.current, page.current?.querySelector("header") ?? null];
    if (element === null || head === null) return;
    const watcher = new ResizeObserver(() => element.style.setProperty("--head", `${head.offsetHeight}px`));
    watcher.observe(head);
    return () => watcher.disconnect();
  }, [page]);
}
