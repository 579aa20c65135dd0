// Bars with buttons at the lower edge of the window, such as the one about selected rows or the field for a message.
// Notices are shown at the same edge, and never above such a bar: they would hide what somebody is about to press.
import { useLayoutEffect } from "react";
import type { RefObject } from "react";

/** For the element of a bar. */
export const bottomBar = { "data-bottom-bar": "" } as const;

const gap = 8;

/** Keeps an element at the lower edge of the window above all bars that it would cover, while it shows something. */
export function useAboveBottomBars(element: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  const isEmpty = shown.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) return;
    const lift = () => liftAboveBars(element.current);
    lift();
    const stop = new AbortController();
    addEventListener("scroll", lift, { passive: true, capture: true, signal: stop.signal });
    addEventListener("resize", lift, { signal: stop.signal });
    const sizes = new ResizeObserver(lift);
    if (element.current !== null) sizes.observe(element.current);
    // A bar appears, grows or leaves.
    const changes = new MutationObserver(lift);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      stop.abort();
      sizes.disconnect();
      changes.disconnect();
    };
  }, [element, isEmpty]);
}

function liftAboveBars(element: HTMLElement | null): void {
  if (element === null) return;
  element.style.removeProperty("inset-block-end");
  const { height, bottom, left, right } = element.getBoundingClientRect();
  let lowest = bottom;
  for (const bar of document.querySelectorAll("[data-bottom-bar]")) {
    const edges = bar.getBoundingClientRect();
    const isBeside = edges.right <= left || edges.left >= right || edges.height === 0;
    const isApart = edges.bottom <= lowest - height - gap || edges.top >= lowest + gap;
    if (!isBeside && !isApart) lowest = edges.top - gap;
  }
  // On a window that has no room above the bar, the notice stays where it can be read.
  if (lowest < bottom && lowest >= height) element.style.insetBlockEnd = `${innerHeight - lowest}px`;
}
