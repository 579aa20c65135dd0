// Short messages at the edge of the window: what was done, or why it was refused.
import { Listeners } from "../session/listeners";

export interface Notice {
  number: number;
  tone: "good" | "bad" | "plain";
  text: string;
  /** Such as taking back what was just done. */
  action?: { label: string; run: () => void };
}

/** A refusal stays longer, since somebody must act on it. */
const shownForMs = { good: 4_000, plain: 6_000, bad: 12_000 };
const maxShown = 4;

let shown: readonly Notice[] = [];
let last = 0;
const listeners = new Listeners();

export const subscribeToNotices = listeners.subscribe;
export const shownNotices = (): readonly Notice[] => shown;

/** Returns the number with which it can be closed. */
export function showNotice(notice: Omit<Notice, "number">): number {
  const number = ++last;
  shown = [...shown.slice(1 - maxShown), { ...notice, number }];
  setTimeout(() => closeNotice(number), shownForMs[notice.tone]);
  listeners.notify();
  return number;
}

export function closeNotice(number: number): void {
  shown = shown.filter((notice) => notice.number !== number);
  listeners.notify();
}
