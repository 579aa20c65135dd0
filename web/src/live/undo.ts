// A change that the service cannot take back is sent a moment later, so that the person can take it back here. The
// newest is pending until the next one, at most for some seconds. What it is about is hidden from the beginning.
import { useSyncExternalStore } from "react";
import { useCommands } from "../shortcuts/commands";
import { closeNotice, showNotice } from "../feedback/notices";
import { Listeners } from "../session/listeners";
import { toServiceError } from "../feedback/serviceError";

const undoMs = 6_000;

interface PendingChange {
  ids: readonly string[];
  send: () => Promise<unknown>;
  notice: number;
  timer: ReturnType<typeof setTimeout>;
}

let pending: PendingChange | null = null;
/** The ids of what is pending or being sent. */
let hiddenIds: readonly string[] = [];
const listeners = new Listeners();
const currentHiddenIds = (): readonly string[] => hiddenIds;
const isAnythingPending = (): boolean => pending !== null;

/** Shows the text with a way back. `ids` is what the change makes disappear. */
export function sendWithUndo(ids: string | readonly string[], text: string, send: () => Promise<unknown>): void {
  sendPending();
  const undo = { label: "Undo", run: undoPending };
  const hidden = typeof ids === "string" ? [ids] : ids;
  pending = {
    ids: hidden,
    send,
    notice: showNotice({ tone: "plain", text, action: undo }),
    timer: setTimeout(sendPending, undoMs),
  };
  hiddenIds = [...hiddenIds, ...hidden];
  // A page that nobody sees any more may soon be gone.
  window.addEventListener("pagehide", sendPending);
  document.addEventListener("visibilitychange", sendIfHidden);
  listeners.notify();
}

function undoPending(): void {
  const former = takePending();
  if (former !== null) unhide(former.ids);
}

/** Sends the pending change at once, such as before somebody signs out. */
export function sendPending(): void {
  const former = takePending();
  if (former === null) return;
  former
    .send()
    .catch((error: unknown) => showNotice({ tone: "bad", text: toServiceError(error).message }))
    .finally(() => unhide(former.ids));
}

function sendIfHidden(): void {
  if (document.visibilityState === "hidden") sendPending();
}

function takePending(): PendingChange | null {
  const former = pending;
  if (former === null) return null;
  clearTimeout(former.timer);
  closeNotice(former.notice);
  pending = null;
  listeners.notify();
  return former;
}

function unhide(ids: readonly string[]): void {
  hiddenIds = hiddenIds.filter((each) => !ids.includes(each));
  listeners.notify();
}

/** The ids of rows that are about to go, and must not be shown any more. */
export function useHiddenIds(): readonly string[] {
  return useSyncExternalStore(listeners.subscribe, currentHiddenIds);
}

/** While a change is pending, one key undoes it. */
export function useUndoShortcut(): void {
  const isPending = useSyncExternalStore(listeners.subscribe, isAnythingPending);
  useCommands(isPending ? [{ title: "Undo", keys: "z", group: "Item", run: undoPending }] : []);
}
