// A change that the service cannot take back is sent a moment later, so that the person can take it back here. The
// newest is held until the next one, at most for some seconds. What it is about counts as gone from the beginning.
import { useSyncExternalStore } from "react";
import { useCommands } from "../keys/commands";
import { closeNotice, showNotice } from "../feedback/notices";
import { Listeners } from "../session/listeners";
import { refusalOf } from "../feedback/refusal";

const holdMs = 6_000;

interface Held {
  id: string;
  send: () => Promise<unknown>;
  notice: number;
  timer: ReturnType<typeof setTimeout>;
}

let held: Held | null = null;
/** What is held or being sent, by its id. */
let gone: readonly string[] = [];
const listeners = new Listeners();
const idsGone = (): readonly string[] => gone;
const isAnythingHeld = (): boolean => held !== null;

/** Shows the text with a way back. `id` is what the change makes disappear. */
export function hold(id: string, text: string, send: () => Promise<unknown>): void {
  sendHeld();
  const undo = { label: "Undo", run: takeBack };
  held = { id, send, notice: showNotice({ tone: "plain", text, action: undo }), timer: setTimeout(sendHeld, holdMs) };
  gone = [...gone, id];
  // A page that nobody sees any more may soon be gone.
  window.addEventListener("pagehide", sendHeld);
  document.addEventListener("visibilitychange", sendIfHidden);
  listeners.tell();
}

function takeBack(): void {
  const former = release();
  if (former !== null) show(former.id);
}

/** Sends what is held at once, such as before somebody signs out. */
export function sendHeld(): void {
  const former = release();
  if (former === null) return;
  former
    .send()
    .catch((error: unknown) => showNotice({ tone: "bad", text: refusalOf(error).message }))
    .finally(() => show(former.id));
}

function sendIfHidden(): void {
  if (document.visibilityState === "hidden") sendHeld();
}

function release(): Held | null {
  const former = held;
  if (former === null) return null;
  clearTimeout(former.timer);
  closeNotice(former.notice);
  held = null;
  listeners.tell();
  return former;
}

function show(id: string): void {
  gone = gone.filter((each) => each !== id);
  listeners.tell();
}

/** The ids of what is about to go, and must not be shown any more. */
export function useGone(): readonly string[] {
  return useSyncExternalStore(listeners.subscribe, idsGone);
}

/** While something is held, one key takes it back. */
export function useTakeBack(): void {
  const isHeld = useSyncExternalStore(listeners.subscribe, isAnythingHeld);
  useCommands(isHeld ? [{ title: "Undo", keys: "z", group: "Item", run: takeBack }] : []);
}
