// The fields by which a workflow, a recurring task or a run says when runs go, as forms hold them: all are texts.
import { conflictRules } from "#convex/lib/sharedValues";

type ConflictRule = (typeof conflictRules)[number];

export interface QueueDraft {
  priority: string;
  conflictKey: string;
  onConflict: string;
}

export const emptyQueueDraft: QueueDraft = { priority: "", conflictKey: "", onConflict: "" };

interface QueueValues {
  priority: number | null;
  conflictKey: string | null;
  onConflict: string | null;
}

export function toQueueDraft({ priority, conflictKey, onConflict }: QueueValues): QueueDraft {
  return { priority: priority?.toString() ?? "", conflictKey: conflictKey ?? "", onConflict: onConflict ?? "" };
}

/** An empty field is null: the default holds. */
export function toQueueRequest({ priority, conflictKey, onConflict }: QueueDraft) {
  return {
    priority: priority === "" ? null : Number(priority),
    conflictKey: conflictKey.trim() === "" ? null : conflictKey,
    onConflict: conflictRules.find((rule) => rule === onConflict) ?? null,
  };
}

const ruleTexts: Record<ConflictRule, string> = {
  queue: "It waits",
  reject: "It is refused",
  skip: "Nothing starts",
  cancelPrevious: "It replaces the other one, which is cancelled",
};

export const ruleChoices = [
  { value: "", label: "As by default" },
  ...conflictRules.map((value) => ({ value, label: ruleTexts[value] })),
];
