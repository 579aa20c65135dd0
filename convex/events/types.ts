// The events of a project: which types there are, and what each is about. Webhooks and filters choose among them with
// the same words. This file is pure.
import type { EntityName } from "../lib/publicIds";

/** What an event can be about, with the name of its ids. Null: nothing has such ids yet. */
export const eventSubjects = {
  run: "runs",
  step: "runSteps",
  issue: "issues",
  issueSession: "issueSessions",
  answeringSession: "answeringSessions",
  runQuestion: "runQuestions",
  sprintChain: "sprintChains",
  workChain: "workChains",
  recurringTask: "recurringTasks",
  mergeRun: "mergeRuns",
  learningVersion: "learningVersions",
  member: "projectMembers",
  budget: "budgets",
  webhook: "webhooks",
} as const satisfies Record<string, EntityName | null>;

export type EventSubject = keyof typeof eventSubjects;

/** Each type with what its events are about. */
export const eventTypes = {
  "run.created": ["run"],
  "run.started": ["run"],
  "run.paused": ["run"],
  "run.resumed": ["run"],
  "run.completed": ["run"],
  "run.failed": ["run"],
  "run.cancelled": ["run"],
  "run.accepted": ["run"],
  "run.continued": ["run"],
  "run.feedback": ["run"],
  "run.waiting": ["run"],
  "run.pr_changed": ["run"],
  "run.deleted": ["run"],
  "run.restored": ["run"],
  "step.completed": ["step"],
  "step.failed": ["step"],
  "issue.created": ["issue"],
  "issue.updated": ["issue"],
  "issue.deleted": ["issue"],
  "issue_session.completed": ["issueSession"],
  "issue_session.failed": ["issueSession"],
  "questions.waiting": ["answeringSession", "runQuestion"],
  "questions.answered": ["answeringSession", "runQuestion"],
  "sprint_chain.advanced": ["sprintChain"],
  "sprint_chain.completed": ["sprintChain"],
  "sprint_chain.failed": ["sprintChain"],
  "work_chain.advanced": ["workChain"],
  "work_chain.completed": ["workChain"],
  "work_chain.failed": ["workChain"],
  "recurring_task.fired": ["recurringTask"],
  "recurring_task.missed": ["recurringTask"],
  "merge.completed": ["mergeRun"],
  "merge.failed": ["mergeRun"],
  "learning_version.activated": ["learningVersion"],
  "member.joined": ["member"],
  "budget.warning": ["budget"],
  "budget.reached": ["budget"],
  "budget.cleared": ["budget"],
  "webhook.disabled": ["webhook"],
} as const satisfies Record<string, readonly EventSubject[]>;

export type EventType = keyof typeof eventTypes;

export type SubjectOf<Type extends EventType> = (typeof eventTypes)[Type][number];

const allTypes = Object.keys(eventTypes);

/** Patterns are types, prefixes of them such as `run.*`, and `*` for all types. */
export function isEventPattern(text: string): boolean {
  return allTypes.some((type) => matches(text, type));
}

/** Whether an event of this type is asked for. */
export function isAskedFor(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => matches(pattern, type));
}

function matches(pattern: string, type: string): boolean {
  if (pattern === "*" || pattern === type) return true;
  return pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1));
}
