// Takes the plans out of a transcript whose newest plan is pinned above it. This file is pure.
import type { LoadedMessages } from "./messageStore";
import { planEntries } from "./planEntries";
import type { PlanEntry } from "./planEntries";

interface PinnedTranscript {
  /** The newest plan. Null when no plan has entries. */
  plan: readonly PlanEntry[] | null;
  known: LoadedMessages;
}

/** A plan that the address names stays among the messages, as does one whose entries are not known. */
export function pinPlan(known: LoadedMessages, chosen: string | null): PinnedTranscript {
  const isPlan = (message: LoadedMessages["messages"][number]) =>
    message.kind === "plan" && planEntries(message).length > 0;
  const newest = known.messages.findLast(isPlan);
  if (newest === undefined) return { plan: null, known };
  const messages = known.messages.filter((message) => message.id === chosen || !isPlan(message));
  return { plan: planEntries(newest), known: { ...known, messages } };
}
