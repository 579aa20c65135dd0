// What is done with one or many items. It is sent a moment later, so that all of it can be undone.
import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { sendWithUndo } from "../../live/undo";
import type { InboxItem } from "./inboxItem";

type Change = (items: readonly InboxItem[]) => void;

export function useItemChanges(): { dismiss: Change; restart: Change } {
  const dismissItem = useMutation(api.inbox.dashboard.dismiss);
  const restartRun = useMutation(api.runs.dashboard.restart);
  return {
    dismiss(items) {
      const what = items.length === 1 ? items[0]?.title : `${items.length} items`;
      sendWithUndo(idsOf(items), `Dismissed for everybody: ${what}`, () =>
        allOf(items.map(async ({ projectId, id }) => await dismissItem({ projectId, id }))),
      );
    },
    restart(items) {
      const what = items.length === 1 ? items[0]?.title : `${items.length} runs`;
      sendWithUndo(idsOf(items), `Restarted: ${what}`, () =>
        allOf(items.map(async ({ projectId, subject }) => await restartRun({ projectId, runId: subject.id }))),
      );
    },
  };
}

export function canRestart({ kind }: InboxItem): boolean {
  return kind === "run_failed";
}

function idsOf(items: readonly InboxItem[]): string[] {
  return items.map(({ id }) => id);
}

/** One that is refused stops no other. Throws the first refusal when all have been answered. */
async function allOf(changes: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(changes);
  const refused = results.find((result) => result.status === "rejected");
  if (refused !== undefined) throw refused.reason;
}
