// The command whose key was pressed and which asks before it runs.
import { useSyncExternalStore } from "react";
import { Listeners } from "../session/listeners";
import type { Asked, Command } from "./commands";

type Asking = Asked & Pick<Command, "run">;

let asking: Asking | null = null;
const listeners = new Listeners();
const current = (): Asking | null => asking;

/** Runs it, or asks first. */
export function runOrAsk({ asks, run }: Command): void {
  if (asks === undefined) return run();
  asking = { ...asks, run };
  listeners.tell();
}

export function stopAsking(): void {
  asking = null;
  listeners.tell();
}

export function useAsking(): Asking | null {
  return useSyncExternalStore(listeners.subscribe, current);
}
