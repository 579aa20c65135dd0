// What can wait for a person, and the kind of thing that it is about. Pure. The schema uses this record, so its type
// must not depend on the data model.

/** Clients see `type`; `name` is the thing's name in lib/publicIds.ts. */
export const subjects = {
  run_question: { type: "runQuestion", name: "runQuestions" },
  session_questions: { type: "answeringSession", name: "answeringSessions" },
  run_failed: { type: "run", name: "runs" },
  run_paused: { type: "run", name: "runs" },
  session_failed: { type: "issueSession", name: "issueSessions" },
  merge_failed: { type: "mergeRun", name: "mergeRuns" },
  pull_request: { type: "run", name: "runs" },
} as const;

export type InboxKind = keyof typeof subjects;

export type SubjectName = (typeof subjects)[InboxKind]["name"];

export const inboxKinds = Object.keys(subjects) as InboxKind[];
