// Tells the process that watches over this one (scripts/supervise.mjs) that the event loop turns. It ends a process
// whose loop has not turned for 30 seconds. Work that may take longer in one turn has to announce itself.
import { url as urlOfDebugger } from "node:inspector";

/** `debugged`: a debugger may stop the process for any time. */
type Beat = "turned" | "long work" | "debugged";

const everyMs = 1_000;

/** Null while nobody watches. */
let send: ((beat: Beat) => void) | null = null;
let announcedAt = -Infinity;

export function startHeartbeat(): void {
  if (process.send === undefined) return;
  // The watcher may be gone, and then this process is about to end.
  send = (beat) => void process.send?.(beat, undefined, undefined, () => undefined);
  beatOnce();
  setInterval(beatOnce, everyMs).unref();
}

function beatOnce(): void {
  announcedAt = -Infinity;
  send?.(urlOfDebugger() === undefined ? "turned" : "debugged");
}

/** Must be called before, and within, work that may hold the thread for longer than some seconds. It costs little. */
export function announceLongWork(): void {
  if (send === null || performance.now() - announcedAt < everyMs) return;
  announcedAt = performance.now();
  send("long work");
}

/**
 * Must be called before code that is not trusted to give the thread back. Such code may begin in the turn in which long
 * work was done, and must not have the patience that the work asked for.
 */
export function endLongWork(): void {
  if (announcedAt !== -Infinity) beatOnce();
}
