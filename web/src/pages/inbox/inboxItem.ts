// What the kinds of items are called, and which page shows the subject of each.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import type { InboxKind } from "#convex/inbox/kinds";

export type InboxItem = FunctionReturnType<typeof api.inbox.dashboard.mine>["items"][number];

export const kindLabels: Record<InboxKind, string> = {
  run_question: "Question",
  session_questions: "Review",
  run_failed: "Run failed",
  run_paused: "Run paused",
  session_failed: "Session failed",
  merge_failed: "Merge failed",
  pull_request: "Pull request",
  feedback_waiting: "Feedback",
  budget_reached: "Budget reached",
  task_paused: "Task switched off",
  webhook_disabled: "Webhook disabled",
};

/** For a count of them. */
export const pluralLabels: Record<InboxKind, string> = {
  run_question: "Questions",
  session_questions: "Reviews",
  run_failed: "Failed runs",
  run_paused: "Paused runs",
  session_failed: "Failed sessions",
  merge_failed: "Failed merges",
  pull_request: "Pull requests",
  feedback_waiting: "Feedback",
  budget_reached: "Reached budgets",
  task_paused: "Tasks switched off",
  webhook_disabled: "Disabled webhooks",
};

/** The page behind `/p/<project>/`. */
export function pageOfItem({ kind, runId, subject }: InboxItem): string {
  switch (kind) {
    case "run_question":
    case "run_failed":
    case "run_paused":
    case "pull_request":
      return `runs/${runId ?? subject.id}`;
    case "feedback_waiting":
      return `runs/${subject.id}/feedback`;
    case "session_questions":
      return `reviews/${subject.id}`;
    case "session_failed":
      return `sessions/${subject.id}`;
    case "merge_failed":
      return "merging";
    case "budget_reached":
      return "settings/budgets";
    case "task_paused":
      return `recurring/${subject.id}`;
    case "webhook_disabled":
      return "settings/webhooks";
  }
}
