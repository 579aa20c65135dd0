// The command whose key was pressed and which asks before it runs.
import { useSyncExternalStore } from "react";
import { Listeners } from "../session/listeners";
import type { ConfirmationText, Command } from "./commands";

type Confirmation = ConfirmationText & Pick<Command, "run">;

let open: Confirmation | null = null;
const listeners = new Listeners();
const current = (): Confirmation | null => open;

/** Runs it, or asks first. */
export function runOrConfirm({ confirmation, run }: Command): void {
  if (confirmation === undefined) return run();
  open = { ...confirmation, run };
  listeners.notify();
}

export function closeConfirmation(): void {
  open = null;
  listeners.notify();
}

export function useConfirmation(): Confirmation | null {
  return useSyncExternalStore(listeners.subscribe, current);
}
