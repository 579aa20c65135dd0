// Who would read the comments now: the agent in the sandbox of the diff, or else in the newest sandbox that runs.
import { sandboxMoves } from "#convex/sandboxes/bounds";
import type { RunDetail } from "../runDetail";

interface Recipient {
  sandboxId: string | null;
  /** Why nobody would read them, or that somebody else would. */
  note: string | null;
}

export function findRecipient(run: RunDetail, shown: string): Recipient {
  const from: readonly string[] = sandboxMoves.sendMessage.from;
  const running = run.sandboxes.filter(({ status }) => from.includes(status));
  const own = running.find(({ id }) => id === shown);
  if (own !== undefined) return { sandboxId: own.id, note: null };
  const newest = running.at(-1);
  if (newest === undefined) {
    return {
      sandboxId: null,
      note: "No sandbox of this run is running, so no agent can read them yet. They are kept in this browser.",
    };
  }
  const step = run.steps.find(({ sandboxId }) => sandboxId === newest.id);
  const where = step === undefined ? "the running sandbox" : `the step “${step.name}”`;
  return { sandboxId: newest.id, note: `They go to the agent in ${where}.` };
}
