// What can wait for a person, and the kind of thing that it is about. Pure. The schema uses this record, so its type
// must not depend on the data model.

/**
 * Clients see `type`; `name` is the thing's name in lib/publicIds.ts. `order` is the place in the inbox: first what
 * keeps an agent from working, then what has failed, then the rest. Stored ranks contain it (rank.ts).
 */
export const subjects = {
  run_question: { type: "runQuestion", name: "runQuestions", order: 0 },
  session_questions: { type: "answeringSession", name: "answeringSessions", order: 1 },
  run_failed: { type: "run", name: "runs", order: 3 },
  run_paused: { type: "run", name: "runs", order: 2 },
  session_failed: { type: "issueSession", name: "issueSessions", order: 4 },
  merge_failed: { type: "mergeRun", name: "mergeRuns", order: 5 },
  pull_request: { type: "run", name: "runs", order: 6 },
  feedback_waiting: { type: "run", name: "runs", order: 10 },
  budget_reached: { type: "budget", name: "budgets", order: 8 },
  task_paused: { type: "recurringTask", name: "recurringTasks", order: 9 },
  webhook_disabled: { type: "webhook", name: "webhooks", order: 7 },
} as const;

export type InboxKind = keyof typeof subjects;

export type SubjectName = (typeof subjects)[InboxKind]["name"];

export const inboxKinds = Object.keys(subjects) as InboxKind[];
