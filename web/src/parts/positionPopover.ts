/** Places a panel below its button, or above it where the window ends, and always inside the window. */
export function positionPopover(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (button === null || panel === null) return;
  const anchor = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = anchor.bottom + 4;
  const top = below + height > innerHeight ? Math.max(8, anchor.top - height - 4) : below;
  panel.style.top = `${top}px`;
  panel.style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - width - 8))}px`;
}
