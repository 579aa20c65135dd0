// Runs the command whose keys were pressed.
import { runOrConfirm } from "./confirmation";
import { allCommands, subscribeToCommands } from "./commands";
import type { Command } from "./commands";
import { isShortcutEnabled, subscribeToLetterShortcuts } from "./letterShortcuts";
import { remainingDelayMs } from "./shortcutDelay";

/** The second key of a sequence such as `g i` must come within this time. */
const sequenceMs = 1_200;

export function listenToShortcuts(target: Window): () => void {
  let begun: { key: string; atMs: number } | null = null;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
    // A button or link that has the focus does what it says.
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && isPressable(event.target)) return;
    const pressed = shortcutOf(event);
    const before = begun !== null && event.timeStamp - begun.atMs < sequenceMs ? `${begun.key} ${pressed}` : null;
    begun = null;
    const usable = usableCommands(event);
    const command =
      (before === null ? undefined : usable.find(({ keys }) => keys === before)) ??
      usable.find(({ keys }) => keys === pressed);
    if (command !== undefined) {
      event.preventDefault();
      const isMeant = !event.repeat || command.repeats === true;
      if (isMeant && remainingDelayMs(command) === 0) runOrConfirm(command);
    } else if (usable.some(({ keys }) => keys?.startsWith(`${pressed} `))) {
      begun = { key: pressed, atMs: event.timeStamp };
    } else if (pressed === "Escape" && isField(event.target) && !isDialogOpen()) {
      // The keys of the page work again.
      event.target.blur();
    }
  }

  target.addEventListener("keydown", onKeyDown);
  publishShortcuts();
  const stops = [subscribeToCommands(publishShortcuts), subscribeToLetterShortcuts(publishShortcuts)];
  return () => {
    target.removeEventListener("keydown", onKeyDown);
    for (const stop of stops) stop();
  };
}

let nextUpdate: ReturnType<typeof setTimeout> | undefined;

/**
 * Lists on the document which keys work now, so that a program that operates the page need not guess. Those that also
 * work in fields, or only in dialogs, say so.
 */
function publishShortcuts(): void {
  clearTimeout(nextUpdate);
  const commands = allCommands();
  const soonestMs = Math.min(...commands.map((command) => remainingDelayMs(command)).filter((ms) => ms > 0));
  if (Number.isFinite(soonestMs)) nextUpdate = setTimeout(publishShortcuts, Math.ceil(soonestMs));
  const words = commands.flatMap((command) => {
    const { keys, isInDialog = false, worksInFields = false } = command;
    if (keys === undefined || !isShortcutEnabled(keys) || remainingDelayMs(command) > 0) return [];
    const word = keys.replaceAll(" ", ">");
    if (isInDialog) return [`dialog:${word}`];
    return worksInFields ? [word, `field:${word}`] : [word];
  });
  document.documentElement.dataset["keys"] = words.join(" ");
}

function usableCommands(event: KeyboardEvent): Command[] {
  const inDialog = isDialogOpen();
  const inField = isField(event.target);
  return allCommands().filter(
    ({ keys, isInDialog = false, worksInFields = false }) =>
      isInDialog === inDialog && (!inField || worksInFields) && keys !== undefined && isShortcutEnabled(keys),
  );
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** On a Mac, `mod` is the command key. */
function shortcutOf(event: KeyboardEvent): string {
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // The shift key is part of a sign such as `?`, and is named with other keys only.
  const shift = event.shiftKey && (event.key.length > 1 || mod);
  const key = event.key === " " ? "Space" : event.key.length === 1 && mod ? event.key.toLowerCase() : event.key;
  return `${mod ? "mod+" : ""}${event.altKey ? "alt+" : ""}${shift ? "shift+" : ""}${key}`;
}

function isModifier(key: string): boolean {
  return ["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(key);
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("a, button, summary") !== null;
}

function isField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}
